import type { Loss } from './derive/shapes.ts'
import type { Account } from './facts/account.ts'
import type { SpenderProbe } from './facts/probes.ts'

/** Tokens that a mined transaction took from a person who did nothing in it: somebody used an approval. */
export type ApprovalPull = {
  owner: Account
  /** Who called `transferFrom`; where that was Permit2, who called Permit2. */
  spender: Account
  /** `takers` include the sender. */
  loss: Loss
}

// What is asked of a transaction only once it has happened: then its sender is a party as any other.

export type MinedFacts = {
  /** Whether it has happened. */
  mined: boolean
  /** Empty for what has not happened. */
  approvalPulls: ApprovalPull[]
  /** Of contracts that nobody knows and that took something, those that could be tried in time. */
  takerProbes: SpenderProbe[]
}
