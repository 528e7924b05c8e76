import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { decodeCall } from '../decode/decodeCall.ts'
import type { MinedTransaction } from '../rpc/chainSource.ts'

/**
 * Whether a mined transaction shows that the owner itself called the token: the owner sent it, or its account code made the call,
 * directly (a Safe's `execTransaction`) or through an ERC-4337 entry point. All of these fail without the owner's consent. A
 * permit that another account submits proves nothing: the token's author decides which signatures it accepts, and the sender of
 * the transaction chooses its call data. `spender`: a transaction of the owner must name it, for a hostile token that the owner calls for
 * another reason can log any approval.
 */
export function isOwnAct(
  { sender, to, data }: Pick<MinedTransaction, 'sender' | 'to' | 'data'>,
  { owner, token, spender }: { owner: Address; token: Address; spender?: Address },
): boolean {
  if (sender === owner) return spender === undefined || to === spender || data.includes(spender.slice(2))
  if (to === null || (to !== owner && !ENTRY_POINTS.has(to))) return false
  const call = decodeCall({ to, value: 0n, data })
  const own = to === owner ? [call] : call.calls.filter((operation) => operation.to === owner)
  return own.some(({ calls }) => calls.some((inner) => reaches(inner, token)))
}

function reaches(call: DecodedCall, token: Address): boolean {
  return call.to === token || call.calls.some((inner) => reaches(inner, token))
}
