import { trustOf } from '../../accounts/trust.ts'
import { defineDetector, type Verdict } from '../../engine/detector.ts'
import type { Evidence, Hit, Severity } from '../../engine/finding.ts'
import type { Account } from '../../facts/account.ts'
import type { CallFrame, Simulation, SimulationEnvironment } from '../../facts/execution.ts'

/** PREVRANDAO, the randomness of the block, alone makes a game of chance. */
const CHANCE = 'PREVRANDAO'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks in which the transaction may well be included. */
const NEXT_BLOCKS: ReadonlySet<string> = new Set(['one-block-later', 'two-blocks-later', 'seven-blocks-later'])

export default defineDetector({
  id: 'simulation-evading-transaction',
  title: 'Simulation-evading transaction (red pill)',
  why: 'Run again with another block builder, gas price, gas limit or randomness, the transaction takes something else from the sender. Contracts do that to show a simulator a harmless result and take the assets on chain (a “red pill”). A game of chance depends on the block’s randomness alone, which is a lesser warning. A different outcome at a later time is only reported, because every deadline makes one, unless the later run takes more.',
  advice: 'Reject it: the outcome on chain can differ from the outcome you see.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  decisive: true,
  needs: ['simulation', 'recipient'],
  detect: ({ simulation, recipient }): Verdict => {
    const isOfOwnLimit = ({ kind, varies }: SimulationEnvironment) =>
      lacksGas(simulation, recipient) && kind !== 'later' && varies.every((opcode) => opcode === 'GAS')
    const differing = simulation.environments.filter((run) => run.sameOutcome === false && !isOfOwnLimit(run))
    const watched = differing.filter(({ kind }) => kind !== 'later')
    // A run that fails takes nothing: the main run shows the whole loss, and a limit in the code hides none (a gas price that a bridge accepts).
    const harmful = watched.filter(
      ({ worse, better, success }) => worse || (better && (success || !simulation.success)),
    )
    if (harmful.length > 0) return [takesOther(simulation, harmful)]
    const late = differing.filter(({ kind, worse }) => kind === 'later' && worse)
    if (late.length > 0) return [takesMoreLater(simulation, late)]
    // A run that failed to execute says nothing, so the outcome in its environment is unknown. Runs with values mined from the code
    // (`mined`) do not count here: no block may ever have those values.
    const unmade = simulation.environments.filter(
      ({ sameOutcome, kind }) => sameOutcome === null && (kind === 'builder' || kind === 'later'),
    )
    if (unmade.length > 0) return { unknown: unmade.map(({ name }) => `simulation.environments.${name}`) }
    if (watched.length > 0) return [otherwise(simulation, watched), ...hidden(simulation)]
    return [...hidden(simulation), ...later(simulation, differing)]
  },
})

/**
 * Whether the call of a well-known contract runs out of the gas that the request gives it: with more gas it does what it is called
 * for, and another rule reports the lack. Unknown code may hide behind a low limit what it takes once a wallet raises it.
 */
function lacksGas({ outcome, gasUsed, gasLimit }: Simulation, recipient: Account | null): boolean {
  return outcome === 'halted' && gasUsed >= gasLimit && recipient !== null && trustOf(recipient) === 'known'
}

/** One of two runs takes assets that the other does not, or other amounts. */
function takesOther(simulation: Simulation, harmful: readonly SimulationEnvironment[]): Hit {
  const byChance = harmful.some(isChance) && harmful.every(({ varies }) => varies.includes(CHANCE))
  // Of runs in which only the randomness differs, the main run shows the stake.
  const newLoss = (byChance ? harmful.filter(isChance) : harmful).some((run) => run.newLoss)
  const takes = newLoss ? 'takes assets that it leaves alone otherwise' : 'takes or gives other amounts'
  const description = byChance
    ? `This is a game of chance: depending on the randomness of the block (${named(harmful)}) the transaction ${takes}.`
    : `In another environment (${named(harmful)}: ${variedBy(harmful)}) the transaction ${takes}.`
  // The loss of a stake that the main run also shows hides nothing.
  const stake: Severity = harmful.some(({ worse }) => worse) ? 'medium' : 'low'
  const severity: Severity = byChance ? (newLoss ? 'high' : stake) : newLoss ? 'critical' : 'high'
  return { severity, description, evidence: evidence(simulation, harmful) }
}

/**
 * Judges larger losses in later blocks. Interest and auctions cause no new losses; losses that grow over days are normal where
 * interest accrues daily.
 */
function takesMoreLater(simulation: Simulation, late: readonly SimulationEnvironment[]): Hit {
  const newLoss = late.some((run) => run.newLoss)
  const description = newLoss
    ? `At another time (${named(late)}) the transaction takes assets that it leaves alone now, or gives nothing for them.`
    : `At another time (${named(late)}) the transaction takes more from the sender, or gives less for it.`
  const severity: Severity = newLoss ? 'high' : late.some(({ name }) => NEXT_BLOCKS.has(name)) ? 'medium' : 'low'
  return { severity, description, evidence: evidence(simulation, late) }
}

/** Judges differing runs that take nothing beyond what the main run shows. */
function otherwise(simulation: Simulation, watched: readonly SimulationEnvironment[]): Hit {
  // A limit in the code is honest: beyond it the call fails, and nothing is hidden.
  const fails = simulation.success && watched.every(({ success }) => !success)
  const limits = watched.every(({ kind }) => kind === 'mined' || kind === 'gas')
  const plain = !simulation.success || watched.some(isChance) || limits
  const description = fails
    ? `The transaction fails in another environment (${named(watched)}: ${variedBy(watched)}).`
    : `In another environment (${named(watched)}: ${variedBy(watched)}) the transaction does something else, without taking more.`
  return { severity: plain ? 'info' : 'low', description, evidence: evidence(simulation, watched) }
}

/**
 * Judges branches on builder-set values whose other side no run is sure to have reached. Fees and limits follow the market, and
 * honest code handles them. A check of the builder's address matters only to code that pays the builder; elsewhere it can hide a
 * theft in some blocks.
 */
function hidden(simulation: Simulation): Hit[] {
  const notProbed = (simulation.environmentBranches ?? []).filter(({ tried }) => !tried)
  if (notProbed.length === 0) return []
  const opcodes = [...new Set(notProbed.flatMap((branch) => branch.opcodes))]
  const description = `The executed code branches on values that the block builder sets (${opcodes.join(', ')}); the other branch could not be simulated, so another outcome is possible.`
  const severity: Severity = opcodes.includes('COINBASE') && !takesOpenly(simulation) ? 'medium' : 'low'
  return [{ severity, description, evidence: { contracts: notProbed.map(({ contract }) => contract), opcodes } }]
}

/**
 * Whether tokens openly leave the sender and only tokens minted on the spot (a ticket) come back. Other detectors report that
 * loss, and nothing is hidden.
 */
function takesOpenly({ trace }: Simulation): boolean {
  if (trace === null || trace.value > 0n) return false
  const sender = `0x${trace.from.slice(2).padStart(64, '0')}`
  const moves: [from: string | undefined, to: string | undefined][] = []
  const visit = ({ error, logs, calls }: CallFrame): void => {
    if (error !== null) return
    for (const { topics } of logs) if (topics[0] === TRANSFER) moves.push([topics[1], topics[2]])
    for (const call of calls) visit(call)
  }
  visit(trace)
  return moves.some(([from]) => from === sender) && !moves.some(([from, to]) => to === sender && BigInt(from ?? 0) > 0n)
}

/** Time alone says little: every deadline check reads it. */
function later(simulation: Simulation, differing: readonly SimulationEnvironment[]): Hit[] {
  if (differing.length === 0) return []
  const expires = simulation.success && differing.every(({ success }) => !success)
  return [
    {
      severity: expires ? 'info' : 'low',
      description: expires
        ? `The outcome depends on time: the transaction no longer succeeds later (${named(differing)}), as with a deadline.`
        : `The outcome depends on time: later (${named(differing)}) the transaction does something else.`,
      evidence: evidence(simulation, differing),
    },
  ]
}

function isChance({ varies }: SimulationEnvironment): boolean {
  return varies.length === 1 && varies[0] === CHANCE
}

function named(runs: readonly SimulationEnvironment[]): string {
  return runs.map(({ name }) => name).join(', ')
}

function variedBy(runs: readonly SimulationEnvironment[]): string {
  return [...new Set(runs.flatMap(({ varies }) => varies))].join(', ')
}

function evidence(simulation: Simulation, runs: readonly SimulationEnvironment[]): Evidence {
  return {
    environments: runs.map(({ name }) => name),
    varies: [...new Set(runs.flatMap(({ varies }) => varies))],
    success: runs.some(({ success }) => success),
    gasUsed: runs.map(({ gasUsed }) => String(gasUsed)),
    mainSuccess: simulation.success,
  }
}
