import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import { decodeAnswered, encodeQuestions, gasOf, partition, type Question } from '../rpc/questions.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { decodeAggregate, encodeAggregate, type Read, wordAt } from './callData.ts'

/** Answers in the order of the reads; null where a read reverted or could not be made, which is never "zero". */
export type ReadState = (reads: readonly Read[], signal: AbortSignal) => Promise<(Hex | null)[]>

/** Limits of a read that a verdict rests on. Ten times the gas of a balance behind a proxy; Permit2's allowance is 96 bytes. */
export const HOLDING = { gas: 500_000, max: 96, topic: 'holdings' } as const

/**
 * Reads the state at the block, of contracts that strangers may have written. One answer that cannot be had costs that
 * answer only; an abort ends all of them.
 * @param bounds gas of each read, and whether it is of holdings (default) or of what contracts say of themselves.
 * @param onFailure told of each read that could not be made.
 */
export function readStateBefore(
  chain: ChainSource,
  block: PinnedBlock,
  bounds: { gas?: number; topic?: 'holdings' | 'words' } = {},
  onFailure = () => {},
): ReadState {
  const question = { ...HOLDING, ...bounds }
  return (reads, signal) =>
    Promise.all(
      reads.map((read) =>
        chain.ask(block, { ...question, ...read }, signal).catch(() => {
          signal.throwIfAborted()
          onFailure()
          return null
        }),
      ),
    )
}

const READER: Address = '0x0000000000000000000000000000000000000000'
/** Address for the code that makes the reads one by one; no known key. */
const ASKER: Address = '0x0000000000000000000000000000000000000a5c'
/** Returns the remaining gas: after all reads, the minimum that each of them had. */
const GAUGE: Address = '0x0000000000000000000000000000000000000a5d'
const GAUGE_CODE: Hex = '0x5a60005260206000f3'
const READ_GAS = 15_000_000n
const BATCH = 100
/** Gas of one read when reads spoil each other, 200,000: enough for a balance behind a proxy, and 200 of them end in time. */
const GAS_EACH = 200_000

/**
 * Reads the state that the simulated transaction leaves: its state diff as overrides, and the reads of all who ask in one
 * tick as one call, or a few. Null where a read has no answer.
 *
 * Multicall3 comes first, because an upstream node can tell what it is going to touch. Where one contract spoils that call
 * for the others (it takes the gas, or answers megabytes), each is asked with gas of its own.
 */
export function readStateAfter(simulator: Simulator, block: PinnedBlock, { stateDiff }: Simulation): ReadState {
  const overrides: StateOverrides = { ...overridesOf(stateDiff), [GAUGE]: { code: GAUGE_CODE } }
  async function run(call: { to: Address; data: Hex; gas: bigint; code?: Hex }, signal: AbortSignal) {
    const { code, ...rest } = call
    const stateOverrides = code === undefined ? overrides : { ...overrides, [call.to]: { code } }
    const transaction = { from: READER, value: 0n, ...rest }
    try {
      return await simulator.read({ block, transaction, stateOverrides, signal })
    } catch {
      // A read that kills the engine gives no answer; an execution that shares the engine is repeated alone.
      signal.throwIfAborted()
      return null
    }
  }
  async function readEach(questions: readonly Question[], signal: AbortSignal): Promise<(Hex | null)[]> {
    const gas = BigInt(gasOf(questions))
    const output = await run({ to: ASKER, data: '0x', gas, code: encodeQuestions(questions) }, signal)
    // State that no source has fails the whole call: then each is asked alone, and only those that need it stay unknown.
    if (output === null && questions.length > 1)
      return (await Promise.all(questions.map((question) => readEach([question], signal)))).flat()
    if (output === null) return questions.map(() => null)
    return decodeAnswered(output, questions).map((answer) => (answer === 'unasked' ? null : answer))
  }
  async function readBatch(reads: readonly Read[], signal: AbortSignal): Promise<(Hex | null)[]> {
    const data = encodeAggregate([...reads, { to: GAUGE, data: '0x' }])
    const answers = decodeAggregate(await run({ to: MULTICALL3, data, gas: READ_GAS }, signal))
    const left = wordAt(answers?.at(-1) ?? null) ?? 0n
    if (answers?.length === reads.length + 1 && left >= GAS_EACH) return answers.slice(0, -1)
    const questions = reads.map((read): Question => ({ gas: GAS_EACH, max: HOLDING.max, ...read }))
    return (await Promise.all(partition(questions).map((part) => readEach(part, signal)))).flat()
  }
  let waiting: Waiting[] = []
  function flush(): void {
    const asked = Map.groupBy(waiting, ({ signal }) => signal)
    waiting = []
    for (const [signal, together] of asked) {
      const reads = together.flatMap((one) => one.reads)
      const batches: Promise<(Hex | null)[]>[] = []
      for (let at = 0; at < reads.length; at += BATCH) batches.push(readBatch(reads.slice(at, at + BATCH), signal))
      const answers = Promise.all(batches).then((parts) => parts.flat())
      let at = 0
      for (const one of together) {
        const from = at
        at += one.reads.length
        const to = at
        one.settle(answers.then((all) => all.slice(from, to)))
      }
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

type Waiting = { reads: readonly Read[]; signal: AbortSignal; settle(answers: Promise<(Hex | null)[]>): void }

export function overridesOf(stateDiff: Simulation['stateDiff']): StateOverrides {
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
  // The reader must afford its gas, whatever the zero address holds.
  overrides[READER] = { ...overrides[READER], balance: 10n ** 24n }
  return overrides
}
