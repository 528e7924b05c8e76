import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import type { PlannedCall } from './argumentPlan.ts'

const GAS = 1_000_000n

/** One way of a call as its caller's transaction. */
export function callOf(target: Target, caller: Candidate, { data, value }: PlannedCall): Transaction {
  return { from: caller.address, to: target.address, value, data, gas: GAS }
}
