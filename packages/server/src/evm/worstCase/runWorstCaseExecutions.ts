import type { Address } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { WorstCaseExecution } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { carryState } from '../simulation/carryState.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import { mergeSteps } from './mergeSteps.ts'
import { planWorstCaseExecution } from './planWorstCaseExecution.ts'
import { ANYBODY, type WorstCaseExecutionContext, type WorstCaseExecutionPlan } from './worstCaseExecutionContext.ts'

/** More intents than any honest batch has; the others are named as not run. */
const MAX_INTENTS = 24
const MAX_STEPS = 64

/** The worst-case executions, and all of their steps as one. `pretended` are tokens that a made-up buyer was given. */
export type WorstCaseExecutionRun = {
  worstCaseExecutions: WorstCaseExecution[]
  together: Simulation
  anybody: Address
  pretended: Address[]
}

/**
 * Runs the worst use of every intent, each on the state the one before it left, and all of them as one execution.
 * @throws like the simulator when nothing can be executed, and the signal's reason when it aborts.
 */
export async function runWorstCaseExecutions(
  context: WorstCaseExecutionContext,
  intents: readonly SignedIntent[],
): Promise<WorstCaseExecutionRun> {
  const plans = await Promise.all(
    intents.slice(0, MAX_INTENTS).map((intent, place) => planWorstCaseExecution(context, intent, place)),
  )
  const worstCaseExecutions: WorstCaseExecution[] = []
  let state: StateOverrides = {}
  let left = MAX_STEPS
  for (const [intent, plan] of plans.entries()) {
    const ran = left >= plan.steps.length ? await run(context, plan, state) : null
    left -= plan.steps.length
    if (ran) state = ran.state
    worstCaseExecutions.push(
      ran ? { intent, ...ran.worstCaseExecution } : { intent, steps: [], simulations: [], notRun: TOO_MANY },
    )
  }
  for (let intent = plans.length; intent < intents.length; intent++)
    worstCaseExecutions.push({ intent, steps: [], simulations: [], notRun: TOO_MANY })
  const simulations = worstCaseExecutions.flatMap((one) => one.simulations)
  const pretended = plans.flatMap(({ overrides = {} }) => Object.keys(overrides) as Address[])
  return {
    worstCaseExecutions,
    together: mergeSteps(simulations, context.message.account),
    anybody: ANYBODY,
    pretended,
  }
}

const TOO_MANY = 'the message allows more than can be executed in one scan'

async function run(
  context: WorstCaseExecutionContext,
  plan: WorstCaseExecutionPlan,
  before: StateOverrides,
): Promise<{ worstCaseExecution: Omit<WorstCaseExecution, 'intent'>; state: StateOverrides }> {
  const { steps, notRun, worthless, heldBack, overrides, otherwise } = plan
  let state = pretend(before, overrides)
  const simulations: Simulation[] = []
  for (const { transaction } of steps) {
    const { block, signal, simulator } = context
    const step = asIfSent(
      await simulator.simulate({ block, transaction, stateOverrides: state, signal, environments: 'none' }),
    )
    simulations.push(step)
    if (step.success) state = carryState(state, step)
  }
  if (otherwise && simulations.some(({ success }) => !success)) return run(context, otherwise, before)
  const worstCaseExecution = {
    steps,
    simulations,
    notRun,
    ...(worthless && { worthless }),
    ...(heldBack && { heldBack }),
  }
  return { worstCaseExecution, state }
}

/** The signature makes the call possible for any sender: that contracts send no transactions is no obstacle. */
function asIfSent(step: Simulation): Simulation {
  if (step.outcome !== 'rejected' || step.trace === null) return step
  const { error, revertReason } = step.trace
  if (error === null) return { ...step, success: true, outcome: 'succeeded', revertReason: null }
  return { ...step, outcome: 'reverted', revertReason: revertReason ?? error }
}

function pretend(state: StateOverrides, more: StateOverrides = {}): StateOverrides {
  const merged = { ...state }
  for (const [key, members] of Object.entries(more)) {
    const address = key as keyof StateOverrides
    const known = merged[address] ?? {}
    merged[address] = { ...known, ...members, storage: { ...known.storage, ...members.storage } }
  }
  return merged
}
