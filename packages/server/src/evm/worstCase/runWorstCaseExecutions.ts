import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame, Simulation, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { WorstCaseExecution } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { laterSimulator } from '../simulation/laterSimulator.ts'
import { carryState } from '../simulation/prepareRun.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import { planWorstCaseExecution } from './planWorstCaseExecution.ts'
import {
  ANY_ACCOUNT,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

/** More intents than any honest batch has; the others are named as not run. */
const MAX_INTENTS = 24
const MAX_STEPS = 64

/** The worst-case executions, and all of their steps as one. `pretended` are tokens that a made-up buyer was given. */
export type WorstCaseExecutionRun = {
  worstCaseExecutions: WorstCaseExecution[]
  together: Simulation
  anyAccount: Address
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
    anyAccount: ANY_ACCOUNT,
    pretended,
  }
}

const TOO_MANY = 'the message allows more than can be executed in one scan'

async function run(
  context: WorstCaseExecutionContext,
  plan: WorstCaseExecutionPlan,
  before: StateOverrides,
): Promise<{ worstCaseExecution: Omit<WorstCaseExecution, 'intent'>; state: StateOverrides }> {
  const { steps, notRun, worthless, heldBack, reused, overrides, otherwise, seconds = 0n } = plan
  let state = pretend(before, overrides)
  const simulations: Simulation[] = []
  for (const { transaction } of steps) {
    const { block, signal } = context
    const simulator = seconds > 0n ? laterSimulator(context.simulator, seconds) : context.simulator
    const step = asIfSent(
      await simulator.simulate({ block, transaction, stateOverrides: state, signal, environments: 'none' }),
    )
    simulations.push(step)
    if (step.success) state = carryState(state, step.stateDiff)
  }
  if (otherwise && simulations.some(({ success }) => !success)) return run(context, otherwise, before)
  const worstCaseExecution = {
    steps,
    simulations,
    notRun,
    ...(worthless && { worthless }),
    ...(heldBack && { heldBack }),
    ...(reused && { reused }),
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

/**
 * Merges consecutive steps into one execution with the steps as its calls: the changes from the first to the last, and every log
 * in order. Failed steps leave nothing. Gas is the sum.
 * @param by account shown as the root of the call tree.
 */
export function mergeSteps(steps: readonly Simulation[], by: Address): Simulation {
  const truncated = steps.some((step) => step.truncated || step.trace === null)
  const gasUsed = steps.reduce((sum, step) => sum + step.gasUsed, 0n)
  return {
    success: true,
    outcome: 'succeeded',
    gasUsed,
    gasLimit: gasUsed,
    revertReason: null,
    output: '0x',
    trace: truncated ? null : rootOf(steps, by),
    stateDiff: mergeDiffs(steps),
    toppedUp: false,
    truncated,
    created: null,
    environments: [],
  }
}

function rootOf(steps: readonly Simulation[], by: Address): CallFrame {
  let emitted = 0
  const calls = steps.flatMap(({ trace }) => {
    if (trace === null) return []
    const shifted = shiftLogs(trace, emitted)
    emitted += countLogs(trace)
    return [shifted]
  })
  const nothing = {
    value: 0n,
    gas: 0n,
    gasUsed: 0n,
    input: '0x',
    output: null,
    error: null,
    revertReason: null,
  } as const
  return { type: 'CALL', from: by, to: by, ...nothing, logs: [], calls }
}

function shiftLogs(frame: CallFrame, by: number): CallFrame {
  return {
    ...frame,
    logs: frame.logs.map((log) => (log.index === undefined ? log : { ...log, index: log.index + by })),
    calls: frame.calls.map((call) => shiftLogs(call, by)),
  }
}

/** Returns one more than the highest index, so that no two steps share one. */
function countLogs({ logs, calls }: CallFrame): number {
  return Math.max(0, ...logs.map(({ index = 0 }) => index + 1), ...calls.map(countLogs))
}

function mergeDiffs(steps: readonly Simulation[]): StateDiff {
  const merged: StateDiff = {}
  for (const { stateDiff } of steps) {
    for (const [key, change] of Object.entries(stateDiff)) {
      const address = key as Address
      const known = merged[address] ?? { storage: {} }
      const storage = { ...known.storage }
      for (const [slot, { before, after }] of Object.entries(change.storage)) {
        const place = slot as keyof typeof storage
        storage[place] = { before: storage[place]?.before ?? before, after }
      }
      merged[address] = {
        ...first('balance', known, change),
        ...first('nonce', known, change),
        ...first('code', known, change),
        storage,
      }
    }
  }
  return merged
}

type Change = StateDiff[Address]

/** Change from before the first step to after the last; no account has less than zero. */
function first<Member extends 'balance' | 'nonce' | 'code'>(
  member: Member,
  known: Change,
  next: Change,
): Partial<Change> {
  const [was, is] = [known[member], next[member]]
  const last = is ?? was
  if (last === undefined) return {}
  const after = typeof last.after === 'bigint' && last.after < 0n ? 0n : last.after
  return { [member]: { before: (was ?? last).before, after } }
}
