import type { MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'

/** Names in one reason, and its characters. */
const MAX_NAMED = 3
const MAX_MESSAGE = 200

/** Returns what claims do not tell although the search for withdrawals came to its end; null: nothing. */
export function missingOfClaims(claims: readonly Claim[]): MissingFact | null {
  const locked = [...new Set(claims.flatMap((claim) => claim.locked))]
  const reasons =
    locked.length > 0
      ? [`only a secret or another account's signature opens ${locked.slice(0, MAX_NAMED).join(', ')}`]
      : claims.some((claim) => claim.unlisted === true)
        ? ['the contract runs code of other contracts that it does not list']
        : []
  const unread = unreadOfClaims(claims)
  if (unread === null && reasons.length === 0) return null
  const message = [...reasons, ...(unread === null ? [] : [unread.message])].join('; ').slice(0, MAX_MESSAGE)
  // A lock is a quality of the contract, and no failure.
  return { reason: 'failed', message, root: 'claims', error: unread?.error ?? null }
}

/** Returns what a failing or slow source did not tell of the contracts of claims; null: nothing. */
export function unreadOfClaims(claims: readonly Claim[]): MissingFact | null {
  const unread = [...new Set(claims.flatMap((claim) => claim.unread ?? []))]
  if (unread.length === 0) return null
  const message = `could not be read: ${unread.slice(0, MAX_NAMED).join(', ')}`.slice(0, MAX_MESSAGE)
  return { reason: 'failed', message, root: 'claims', error: new Error(message) }
}
