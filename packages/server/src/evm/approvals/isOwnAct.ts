import { ENTRY_POINTS } from '@redoubt/risk/entryPoints.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Address } from '@redoubt/risk/facts.ts'
import { decodeCall } from '../decode/decodeCall.ts'
import type { MinedTransaction } from '../rpc/chainSource.ts'

/**
 * Whether a mined transaction shows that the owner itself called the token: it sent it, or it is an account whose code was made to call
 * the token, directly (a Safe's `execTransaction`) or by an entry point of ERC-4337, all of which fail without the owner's consent.
 *
 * A permit that somebody else brings shows nothing: whoever writes the token decides which signatures it takes, and whoever sends
 * the transaction decides what its call data mentions.
 */
export function isOwnAct(
  { sender, to, data }: Pick<MinedTransaction, 'sender' | 'to' | 'data'>,
  { owner, token }: { owner: Address; token: Address },
): boolean {
  if (sender === owner) return true
  if (to === null || (to !== owner && !ENTRY_POINTS.has(to))) return false
  const call = decodeCall({ to, value: 0n, data })
  const own = to === owner ? [call] : call.calls.filter((operation) => operation.to === owner)
  return own.some(({ calls }) => calls.some((inner) => reaches(inner, token)))
}

function reaches(call: DecodedCall, token: Address): boolean {
  return call.to === token || call.calls.some((inner) => reaches(inner, token))
}
