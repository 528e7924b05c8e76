import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { Claim } from '@redoubt/risk/facts/claim.ts'
import { isMissingState } from '../isMissingState.ts'

/**
 * Claims on assets whose withdrawals could not be executed: nothing is known of the way back. Only the node's missing state makes them
 * `unreadable`, because a contract can be slow on purpose.
 */
export function untestedClaims(losses: readonly Loss[], error: unknown): Claim[] {
  return losses.map(
    (loss): Claim => ({
      account: loss.account,
      beneficiary: null,
      asset: loss.address,
      tokenId: loss.tokenId,
      amount: loss.amount,
      takers: loss.takers,
      returned: 0n,
      exit: null,
      after: 0,
      whenOutbid: false,
      openToOthers: false,
      offered: [],
      switches: [],
      closesAfter: null,
      closesWithUse: false,
      later: [],
      triedAfter: [],
      takes: [],
      release: null,
      locked: [],
      lockedBySignature: false,
      ownSecret: false,
      complete: false,
      ...(isMissingState(error) && { unreadable: true as const }),
    }),
  )
}
