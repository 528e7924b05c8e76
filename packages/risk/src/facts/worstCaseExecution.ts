import type { Simulation } from './execution.ts'
import type { Transaction } from './transaction.ts'

/** One step of the worst that a holder of the signature can do, as the chain would run it. */
export type WorstCaseExecutionStep = { transaction: Transaction; why: string }

/**
 * The worst use of one intent, executed at the pinned block. `notRun` says why nothing was executed although the intent
 * allows something (an exchange whose code is not known, an order for any token of a collection).
 */
export type WorstCaseExecution = {
  /** Index into `intents`. */
  intent: number
  steps: WorstCaseExecutionStep[]
  /** Simulations of the steps, each on the state the last one left; empty when not run. */
  simulations: Simulation[]
  notRun: string | null
  /** Reason why the signature can never be used: another domain, a used nonce. Absent when it can. */
  worthless?: string
  /** Reason why less leaves now than the signature allows, and what would change that. */
  heldBack?: string
  /** Its verifier accepts the same signature again and again: the steps count all uses of it. */
  reused?: true
}
