import type { PinnedBlock } from '../facts/pinnedBlock.ts'
import type { SignedIntent } from '../facts/signedIntent.ts'

/**
 * Whether the signature can never be used for this any more: its own deadline is before the block, whose time only
 * grows. Only of types whose verifier is known to look at it (EIP-2612, EIP-3009, Permit2, Seaport and the like): what is
 * told by structure alone may be accepted by code that does not.
 */
export function isExpired(intent: SignedIntent, { timestamp }: Pick<PinnedBlock, 'timestamp'>): boolean {
  if (intent.protocol === null) return false
  const isPast = (time: bigint | null) => time !== null && time < timestamp
  switch (intent.kind) {
    case 'allowance':
      // Permit2 takes an expiration of 0 for the block in which the permit is used.
      return isPast(intent.deadline) || (intent.expiration !== 0n && isPast(intent.expiration))
    case 'transfer':
      return isPast(intent.deadline)
    case 'order':
      // One order of a tree may end before the others.
      return intent.bulk === null && isPast(intent.end)
    default:
      return false
  }
}
