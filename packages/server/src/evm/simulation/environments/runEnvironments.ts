import type { Address } from '@redoubt/risk/address.ts'
import type { LeftOutEnvironment, Log, RunEvents, SimulationEnvironment } from '@redoubt/risk/facts/execution.ts'
import { TELLING_EVENTS } from '@redoubt/risk/intent/readRunEvents.ts'
import type { AnvilChild } from '../engine/anvilChild.ts'
import { AnswerTooLarge, type EngineBounds } from '../engine/engineCall.ts'
import { type FlatOutcome, flatRuns } from '../flatRun.ts'
import type { PreparedRun } from '../prepareRun.ts'
import type { EnvironmentRead } from './environmentOpcodes.ts'
import { ENVIRONMENTS, type Environment } from './environments.ts'
import { sameOutcome, type Worse, worseOutcome } from './worseOutcome.ts'

/** A run that floods its answer where the main run did not is another outcome. */
const FLOOD: FlatOutcome = { success: false, gasUsed: 0n, output: '0x', logs: [] }
/** Limit of gas charges and refunds by contracts, as a multiple of the transaction's own fee. */
const FEES = 4n

/** Facts of the code on the path. `opcodes` null: none, and all environments run. */
export type OnThePath = { opcodes: ReadonlySet<EnvironmentRead> | null; mined: readonly Environment[] }
export type EnvironmentRuns = {
  environments: SimulationEnvironment[]
  leftOut: LeftOutEnvironment[]
  runEvents: RunEvents
}

/** Base of the comparison with other runs. `value` is the sender's attached value, `dust` the amount due to gas, both in wei. */
export type MainRun = {
  coinbase: Address
  sender: Address
  called: Address | null
  value: bigint
  dust: bigint
  outcome: FlatOutcome
}

/**
 * Repeats a run in every environment that could matter, side by side in one message. An environment is left out only
 * when the code cannot read what it varies, or when it would be the main run again.
 */
export async function runEnvironments(
  child: AnvilChild,
  run: PreparedRun,
  main: FlatOutcome,
  { opcodes, mined }: OnThePath,
  { bounds, gasCap }: { bounds: EngineBounds; gasCap: bigint },
): Promise<EnvironmentRuns> {
  const leftOut: LeftOutEnvironment[] = []
  const made: { environment: Environment; run: PreparedRun }[] = []
  for (const environment of [...ENVIRONMENTS, ...mined]) {
    const { name, varies } = environment
    const reads = opcodes === null ? varies : varies.filter((opcode) => opcodes.has(opcode))
    const varied = reads.length === 0 ? null : environment.apply(run, main, gasCap)
    if (varied !== null) made.push({ environment: { ...environment, varies: reads }, run: varied })
    else leftOut.push({ name, reason: reads.length === 0 ? 'nothing-reads-it' : 'same-as-main' })
  }
  const answers = await flatRuns(
    child,
    made.map((one) => one.run),
    bounds,
  )
  const { from, to, value } = run.source
  const sender = run.account ?? from
  const ours = { coinbase: run.next.coinbase, sender, called: to, value, outcome: main, dust: dustOf(run, main) }
  const environments = made.map(({ environment, run: varied }, index) =>
    compareRuns(environment, ours, { coinbase: varied.next.coinbase, answer: answers[index] }),
  )
  const others = made.map(({ environment: { name } }, index) => eventsOfRun(name, answers[index]))
  return { environments, leftOut, runEvents: { main: tellingOf(main), others } }
}

/** Events of a further run that move holdings or permissions; null where it could not be made, or answered too much. */
export function eventsOfRun(name: string, answer: FlatOutcome | Error | undefined): RunEvents['others'][number] {
  if (answer === undefined || answer instanceof Error) return { name, success: false, events: null }
  return { name, success: answer.success, events: tellingOf(answer) }
}

function tellingOf({ logs }: FlatOutcome): Log[] {
  return logs.filter(({ topics }) => TELLING_EVENTS.has(topics[0] ?? ''))
}

/**
 * What a further run says against the main one. An error of the engine says nothing about the transaction (state that
 * could not be read, a failure of its own), so the outcome there is unknown.
 */
export function compareRuns(
  { name, kind, varies }: Environment,
  main: MainRun,
  other: { coinbase: Address; answer: FlatOutcome | Error | undefined },
): SimulationEnvironment {
  const { answer, coinbase } = other
  const environment = { name, kind, varies: [...varies] }
  if (answer === undefined || (answer instanceof Error && !(answer instanceof AnswerTooLarge)))
    return { ...environment, success: false, gasUsed: 0n, sameOutcome: null, worse: false }
  const outcome = answer instanceof Error ? FLOOD : answer
  const ran = { ...environment, success: outcome.success, gasUsed: outcome.gasUsed }
  if (sameOutcome(main, { outcome, coinbase }, kind === 'later')) return { ...ran, sameOutcome: true, worse: false }
  const worse = worseFor(main, main.outcome, outcome, { kind, varies, coinbase })
  const better = worseFor(main, outcome, main.outcome, { kind, varies, coinbase })
  return {
    ...ran,
    sameOutcome: false,
    worse: worse !== null,
    better: better !== null,
    newLoss: worse === 'new' || better === 'new',
  }
}

/**
 * How the second run treats the sender worse, or takes from the contract called, when that is a wallet of the sender's,
 * what the first one leaves alone. Who loses what he put at stake in a game of chance has lost nothing else.
 */
function worseFor(
  { sender, called, value, dust, coinbase: ours }: MainRun,
  first: FlatOutcome,
  second: FlatOutcome,
  { kind, varies, coinbase }: Pick<Environment, 'kind' | 'varies'> & { coinbase: Address },
): Worse | null {
  const stake = varies.every((opcode) => opcode === 'PREVRANDAO') ? value : 0n
  const worse = worseOutcome(first, second, sender, { dust, stake })
  if (worse === 'new' || called === null || kind === 'later') return worse
  const besides = [sender, ours, coinbase]
  return worseOutcome(first, second, called, { dust, besides }) === 'new' ? 'new' : worse
}

/** Wei that a contract may charge or give back for gas. */
function dustOf({ fees, next }: PreparedRun, { gasUsed }: FlatOutcome): bigint {
  const offered = fees.tip === null ? fees.cap : next.baseFeePerGas + fees.tip
  return FEES * gasUsed * (offered < fees.cap ? offered : fees.cap)
}
