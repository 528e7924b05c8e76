import type { Address, Hex, PinnedBlock, Simulation } from '../../risk/facts.ts'
import type { ChainSource } from '../chain/chainSource.ts'
import { MULTICALL3 } from '../chain/multicall3.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { decodeAggregate, encodeAggregate, type Read } from './aggregate.ts'

/** Answers in the order of the reads; null where a read reverted or could not be made, which is never "zero". */
export type ReadState = (reads: readonly Read[], signal: AbortSignal) => Promise<(Hex | null)[]>

/** Bounds of a read that a verdict rests on. Ten times the gas a balance behind a proxy needs; Permit2's allowance is 96 bytes. */
export const HOLDING = { gas: 500_000, most: 96, topic: 'holdings' } as const

/**
 * Reads the state at the block, of contracts that strangers may have written. One answer that cannot be had costs that
 * answer only; an abort ends all of them.
 * @param bounds gas of each read, and whether it is of holdings (default) or of what contracts say of themselves.
 */
export function readStateBefore(
  chain: ChainSource,
  block: PinnedBlock,
  bounds: { gas?: number; topic?: 'holdings' | 'words' } = {},
): ReadState {
  const question = { ...HOLDING, ...bounds }
  return (reads, signal) =>
    Promise.all(
      reads.map((read) =>
        chain.ask(block, { ...question, ...read }, signal).catch(() => {
          signal.throwIfAborted()
          return null
        }),
      ),
    )
}

const READER: Address = '0x0000000000000000000000000000000000000000'
const READ_GAS = 15_000_000n
const BATCH = 100
/** Reads made one by one after a batch failed: one hostile contract that burns all gas must not blind us to the others. */
const SINGLE_READS = 24

/**
 * Reads the state that the simulated transaction leaves: its state diff as overrides, and the reads in one call through
 * Multicall3, those of all who ask in one tick together. Null answers where the batch and the single read both failed.
 */
export function readStateAfter(simulator: Simulator, block: PinnedBlock, { stateDiff }: Simulation): ReadState {
  const stateOverrides = overridesOf(stateDiff)
  const run = async (to: Address, data: Hex, signal: AbortSignal): Promise<Hex | null> => {
    const transaction = { from: READER, to, value: 0n, data, gas: READ_GAS }
    try {
      return await simulator.read({ block, transaction, stateOverrides, signal })
    } catch {
      // A read that kills the engine is an unknown answer; the scan's own simulation has already been made.
      signal.throwIfAborted()
      return null
    }
  }
  const readBatch = async (reads: readonly Read[], signal: AbortSignal): Promise<(Hex | null)[]> => {
    const answers = decodeAggregate(await run(MULTICALL3, encodeAggregate(reads), signal))
    if (answers !== null && answers.length === reads.length) return answers
    return Promise.all(reads.map(({ to, data }, index) => (index < SINGLE_READS ? run(to, data, signal) : null)))
  }
  const readAlone: ReadState = async (reads, signal) => {
    const batches: Promise<(Hex | null)[]>[] = []
    for (let at = 0; at < reads.length; at += BATCH) batches.push(readBatch(reads.slice(at, at + BATCH), signal))
    return (await Promise.all(batches)).flat()
  }
  let waiting: Waiting[] = []
  const flush = async () => {
    const asked = waiting
    waiting = []
    const all = asked.flatMap(({ reads }) => reads)
    const [first] = asked
    // Together or not at all: a read that spoils the batch is found among the reads of who asked for it.
    const together =
      first !== undefined && asked.length > 1 && all.length <= BATCH
        ? await run(MULTICALL3, encodeAggregate(all), first.signal).then(decodeAggregate, () => null)
        : null
    let at = 0
    for (const { reads, signal, settle } of asked) {
      const own = together?.length === all.length ? together.slice(at, at + reads.length) : null
      at += reads.length
      settle(own ?? readAlone(reads, signal))
    }
  }
  return (reads, signal) => {
    if (reads.length === 0) return Promise.resolve([])
    return new Promise((settle) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ reads, signal, settle })
    })
  }
}

type Waiting = {
  reads: readonly Read[]
  signal: AbortSignal
  settle(answers: (Hex | null)[] | Promise<(Hex | null)[]>): void
}

function overridesOf(stateDiff: Simulation['stateDiff']): StateOverrides {
  const overrides: StateOverrides = {}
  for (const [address, { balance, nonce, code, storage }] of Object.entries(stateDiff) as [
    Address,
    Simulation['stateDiff'][Address],
  ][]) {
    const slots = Object.entries(storage).map(([slot, { after }]) => [slot, after])
    overrides[address] = {
      ...(balance && { balance: balance.after }),
      ...(nonce && { nonce: nonce.after }),
      ...(code && { code: code.after }),
      ...(slots.length > 0 && { storage: Object.fromEntries(slots) }),
    }
  }
  // The reader has to afford its gas, whatever is on the zero address.
  overrides[READER] = { ...overrides[READER], balance: 10n ** 24n }
  return overrides
}
