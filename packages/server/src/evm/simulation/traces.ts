import { createHash } from 'node:crypto'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { MalformedAnswer } from '../rpc/rpcValues.ts'
import { offeredFees } from './admission.ts'
import {
  AnswerTooLarge,
  engineBatch,
  engineBounds,
  rpcStateOverrides,
  traceBlockOverrides,
} from './engine/engineCall.ts'
import { DEFAULT_GAS, engineTransaction } from './engine/engineTransaction.ts'
import { carryState } from './prepareRun.ts'
import { readPrestate, readStateDiff, type SlotsRead } from './readStateDiff.ts'
import type { RunnerParts } from './runnerParts.ts'
import { blockFields } from './sequences.ts'
import { type Sequence, SimulationUnavailable, type Simulator } from './simulator.ts'

/** Traces of the calls of a sequence, each on the state that the calls before it left: what they change, and what they read. */
export function createTraces({ contain, limits }: RunnerParts): Pick<Simulator, 'stateDiffs' | 'wordsRead'> {
  const bounds = engineBounds(limits, limits.maxFlatBytes)

  const traced = async (
    { block, sequence, signal }: { block: PinnedBlock; sequence: Sequence; signal: AbortSignal },
    wanted: 'changes' | 'reads',
  ) => {
    const fields = blockFields(block, sequence.blocks)
    const calls = sequence.blocks.flatMap((one, index) => one.calls.map((call) => ({ call, next: fields[index] })))
    const diffs: StateDiff[] = []
    const reads: SlotsRead[] = []
    let state = sequence.stateOverrides ?? {}
    for (const [index, { call, next }] of calls.entries()) {
      if (next === undefined) continue
      const transaction = engineTransaction(call, call.gas ?? DEFAULT_GAS, offeredFees(call, next.baseFeePerGas))
      const shared = { stateOverrides: rpcStateOverrides(state), blockOverrides: traceBlockOverrides(next) }
      const ask = (tracerConfig: object) => {
        const config = { tracer: 'prestateTracer', tracerConfig, ...shared }
        return { method: 'debug_traceCall', params: [transaction, 'latest', config] }
      }
      const changes = wanted === 'changes' || index < calls.length - 1 ? [ask({ diffMode: true })] : []
      const requests = [...(wanted === 'reads' ? [ask({ diffMode: false, disableCode: true })] : []), ...changes]
      const answers = await contain({
        key: () => `traces:${createHash('sha256').update(JSON.stringify(requests)).digest('hex')}`,
        block,
        heavy: false,
        signal,
        run: (child) => engineBatch(child, requests, bounds),
      })
      const results = answers.map((answer) => {
        if ('result' in answer) return answer.result
        throw new SimulationUnavailable('engine', 'The execution engine gave no trace.', { cause: answer.error })
      })
      if (wanted === 'reads') reads.push(readPrestate(results.shift()))
      if (changes.length === 0) continue
      const diff = readStateDiff(results[0])
      diffs.push(diff)
      state = carryState(state, diff)
    }
    return { diffs, reads }
  }
  const tracedOrUnavailable: typeof traced = async (request, wanted) => {
    try {
      return await traced(request, wanted)
    } catch (error) {
      if (!(error instanceof MalformedAnswer || error instanceof AnswerTooLarge)) throw error
      throw new SimulationUnavailable('engine', 'The execution engine gave no usable trace.', { cause: error })
    }
  }
  return {
    stateDiffs: async (request) => (await tracedOrUnavailable(request, 'changes')).diffs,
    wordsRead: async (request) => (await tracedOrUnavailable(request, 'reads')).reads,
  }
}
