import type { Chain } from '@redoubt/risk/chain.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { Effects } from '../../domain/policy/effects.ts'
import type { ReserveRequest } from '../../domain/ports/policyGate.ts'

const SECOND_MS = 1_000
/** An allowance that was given at the last moment counts as long as one that a transaction gives. */
const ALLOWANCE_MS = 86_400_000
/** Later deadlines have no end. */
const MAX_TIME_MS = 8.64e15

/**
 * How the booking of a signature is named and until when it counts: by the digest and the network, until the last deadline. Null: the
 * signature lets nothing go that a budget counts, or no wallet can sign it.
 */
export function messageReservation(
  chain: Chain,
  { form }: Pick<SignedMessage, 'form'>,
  intents: readonly SignedIntent[],
  { outflows, approvals }: Pick<Effects, 'outflows' | 'approvals'>,
): ReserveRequest | null {
  const digest = form.type === 'typed-data' ? form.digest : form.type === 'hash' ? form.hash : null
  if (digest === null || (outflows.length === 0 && approvals.length === 0)) return null
  return { identity: `${chain}:message:${digest}`, expiresAt: latest(intents.map(endOf)) }
}

/** Unix milliseconds after which the signature lets nothing go; null: never. */
function endOf(intent: SignedIntent): number | null {
  if (intent.kind === 'order') return timeOf(intent.end)
  if (intent.kind === 'allowance') {
    const used = timeOf(intent.deadline)
    return used === null ? null : used + ALLOWANCE_MS
  }
  return intent.kind === 'transfer' || intent.kind === 'execution' ? timeOf(intent.deadline) : null
}

function timeOf(seconds: bigint | null): number | null {
  if (seconds === null || seconds > BigInt(MAX_TIME_MS / SECOND_MS)) return null
  return Number(seconds) * SECOND_MS
}

function latest(times: readonly (number | null)[]): number | null {
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map(Number))
}
