import type { Loss } from '../derive/shapes.ts'
import type { Account } from './account.ts'
import type { SpenderProbe } from './probes.ts'

/** Tokens that a mined transaction took through an approval from an account that made no call in it. */
export type ApprovalPull = {
  owner: Account
  /** Caller of `transferFrom`; where that was Permit2, the caller of Permit2. */
  spender: Account
  /** `takers` include the sender. */
  loss: Loss
}

// Facts of mined transactions only, where the sender is a party like any other.

export type MinedFacts = {
  /** Whether it was mined. */
  mined: boolean
  /** Empty unless it was mined. */
  approvalPulls: ApprovalPull[]
  /** Probes of unknown contracts that took something, as far as they finished in time. */
  takerProbes: SpenderProbe[]
}
