import { createHash } from 'node:crypto'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { RpcAnswer, RpcRequest } from '../rpc/jsonRpc.ts'
import { MalformedAnswer, readArray, readObject } from '../rpc/rpcValues.ts'
import { offeredFees } from './admission.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import {
  AnswerTooLarge,
  engineBatch,
  engineBounds,
  rpcStateOverrides,
  simulateBlockOverrides,
} from './engine/engineCall.ts'
import { DEFAULT_GAS, engineTransaction } from './engine/engineTransaction.ts'
import { laterBlock, nextBlock } from './engine/hardfork.ts'
import { SHIM_ERROR } from './engine/shimMethods.ts'
import { readFlatCall } from './flatRun.ts'
import type { RunnerParts } from './runnerParts.ts'
import {
  type BlockOverrides,
  type CallOutcome,
  type Sequence,
  type SequenceBlock,
  SimulationUnavailable,
  type Simulator,
} from './simulator.ts'

/** `transfers`: moves of the native coin are logged too. */
type How = { block: PinnedBlock; transfers: boolean }

/** Sequences by eth_simulateV1, in one message to one child, contained like every other input. */
export function createSequences({ pool, contain, limits }: RunnerParts): Simulator['simulateSequences'] {
  const bounds = engineBounds(limits, limits.maxTreeBytes)

  const batch = async (child: AnvilChild, how: How, sequences: readonly Sequence[]) => {
    const requests = sequences.map((sequence) => requestOf(how, sequence))
    return (await engineBatch(child, requests, bounds)).map(readOutcomes)
  }
  /** One that floods costs the others a repetition, not their answers. */
  const alone = async (child: AnvilChild, how: How, sequence: Sequence) => {
    try {
      return (await batch(child, how, [sequence]))[0] ?? null
    } catch (error) {
      if (error instanceof AnswerTooLarge) return null
      throw error
    }
  }
  return async function simulateSequences({ block, sequences, signal, transfers = false }) {
    signal.throwIfAborted()
    const how = { block, transfers }
    const run = async (child: AnvilChild) => {
      try {
        return await batch(child, how, sequences)
      } catch (error) {
        if (!(error instanceof AnswerTooLarge)) throw error
        // Alone already: a repetition would flood as well.
        if (sequences.length === 1) return [null]
        pool.retire(child)
      }
      const outcomes: (CallOutcome[] | null)[] = []
      for (const sequence of sequences) outcomes.push(await alone(child, how, sequence))
      return outcomes
    }
    try {
      return await contain({
        key: () => keyOf(block, sequences),
        block,
        heavy: false,
        signal,
        run,
      })
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error
      throw new SimulationUnavailable('engine', 'The execution engine gave no usable answer.', { cause: error })
    }
  }
}

function keyOf({ chain }: PinnedBlock, sequences: readonly Sequence[]): string {
  const text = JSON.stringify({ chain, sequences }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

function requestOf({ block: pinned, transfers }: How, { blocks, stateOverrides = {} }: Sequence): RpcRequest {
  const all = blockFields(pinned, blocks)
  const blockStateCalls = blocks.map((block, index) => {
    const fields = all[index] ?? nextBlock(pinned)
    return {
      blockOverrides: simulateBlockOverrides(fields),
      ...(index === 0 ? { stateOverrides: rpcStateOverrides(stateOverrides) } : {}),
      calls: block.calls.map((call) =>
        engineTransaction(call, call.gas ?? DEFAULT_GAS, offeredFees(call, fields.baseFeePerGas)),
      ),
    }
  })
  // Without validation the base fee would be zero, which is what code looks for that hides from simulators.
  return {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls, traceTransfers: transfers, validation: true }, 'latest'],
  }
}

/** The fields of each block of a sequence. */
export function blockFields(pinned: PinnedBlock, blocks: readonly SequenceBlock[]): Required<BlockOverrides>[] {
  let fields = nextBlock(pinned)
  return blocks.map((block, index) => {
    if (index > 0 || block.seconds !== undefined) fields = fieldsAfter(pinned, fields, block, index)
    return fields
  })
}

function fieldsAfter(
  pinned: PinnedBlock,
  fields: Required<BlockOverrides>,
  { seconds }: SequenceBlock,
  index: number,
): Required<BlockOverrides> {
  const prevRandao = randaoAfter(pinned, fields)
  if (seconds !== undefined && (index === 0 || seconds > 0n))
    return { ...laterBlock(pinned.chain, fields, seconds), prevRandao }
  const { number, timestamp } = nextBlock({ ...pinned, number: fields.number, timestamp: fields.timestamp })
  return { ...fields, number, timestamp, prevRandao }
}

/**
 * Another for every block, and the same for every run on the pinned one: code that finds the same twice knows that it is
 * simulated. A difficulty really stays.
 */
function randaoAfter({ chain }: PinnedBlock, { prevRandao }: Required<BlockOverrides>): Hex {
  return NETWORKS[chain].randomness === 'random'
    ? `0x${createHash('sha256').update(prevRandao).digest('hex')}`
    : prevRandao
}

function readOutcomes(answer: RpcAnswer): CallOutcome[] | null {
  if ('result' in answer)
    return readArray(answer.result, 'simulated blocks').flatMap((block) =>
      readArray(readObject(block, 'simulated block').calls, 'simulated calls').map(readFlatCall),
    )
  const { error } = answer
  if (error.message.includes(SHIM_ERROR))
    throw new SimulationUnavailable('state', 'State the calls need could not be read.', { cause: error })
  return null
}
