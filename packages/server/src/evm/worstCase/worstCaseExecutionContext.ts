import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'

/** Inputs for building a worst-case execution: its message, and the chain at the pinned block. */
export type WorstCaseExecutionContext = {
  chain: ChainSource
  simulator: Simulator
  block: PinnedBlock
  message: SignedMessage
  signal: AbortSignal
}

/** Steps to run for one intent. `otherwise` runs in its place when one of its steps fails. */
export type WorstCaseExecutionPlan = {
  steps: WorstCaseExecutionStep[]
  notRun: string | null
  worthless?: string
  heldBack?: string
  /** State overrides before the steps: the funds of a made-up buyer. */
  overrides?: StateOverrides
  otherwise?: WorstCaseExecutionPlan
}

export type IntentOf<Kind extends SignedIntent['kind']> = Extract<SignedIntent, { kind: Kind }>

/** Sender of a signature that any account may use: no known key, and no code on any network. */
export const ANYBODY: Address = '0x0000000000000000000000000000000000a11b0d'

export const NOTHING: WorstCaseExecutionPlan = { steps: [], notRun: null }

/** One step: a call without value unless it says so. */
export function step(why: string, from: Address, to: Address, data: Hex, value = 0n): WorstCaseExecutionStep {
  return { why, transaction: { from, to, value, data } }
}
