import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import type { Address, Hex, PinnedBlock } from '@redoubt/risk/facts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'

/** What planning a worst-case execution may ask: the message it is of, and the chain at the pinned block. */
export type WorstCaseExecutionContext = {
  chain: ChainSource
  simulator: Simulator
  block: PinnedBlock
  message: SignedMessage
  signal: AbortSignal
}

/** What is to be run for one intent. `otherwise` is run in its place when one of its steps fails. */
export type WorstCaseExecutionPlan = {
  steps: WorstCaseExecutionStep[]
  notRun: string | null
  worthless?: string
  heldBack?: string
  /** State to pretend before the steps: what a made-up buyer pays with. */
  overrides?: StateOverrides
  otherwise?: WorstCaseExecutionPlan
}

export type IntentOf<Kind extends SignedIntent['kind']> = Extract<SignedIntent, { kind: Kind }>

/** Who uses a signature that anybody may use. Nobody has the key, and nothing is there on any network. */
export const ANYBODY: Address = '0x0000000000000000000000000000000000a11b0d'

export const NOTHING: WorstCaseExecutionPlan = { steps: [], notRun: null }

/** One step: a call without value unless it says so. */
export function step(why: string, from: Address, to: Address, data: Hex, value = 0n): WorstCaseExecutionStep {
  return { why, transaction: { from, to, value, data } }
}
