import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import type { PlannedCall } from './argumentPlan.ts'

/** A call that was made and succeeded. */
export type AcceptedCall = {
  target: Target
  made: ContractFunction
  caller: Candidate
  way: PlannedCall
  call: Transaction
  /** Earlier call by which the caller gave itself a role or a quota. */
  first?: AcceptedCall
}
