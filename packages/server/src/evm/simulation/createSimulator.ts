import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { RpcError, type RpcRequest } from '../rpc/jsonRpc.ts'
import { readArray, readObject } from '../rpc/rpcValues.ts'
import { offeredFees } from './admission.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import { createChildPool } from './engine/childPool.ts'
import { createContainment, createQuarantine, SERVICE_SCOPE } from './engine/containment.ts'
import {
  AnswerTooLarge,
  engineBatch,
  engineBounds,
  rpcStateOverrides,
  simulateBlockOverrides,
} from './engine/engineCall.ts'
import { engineTransaction } from './engine/engineTransaction.ts'
import { SIMULATION_LIMITS, type SimulationLimits } from './engine/simulationLimits.ts'
import { sameOutcome, worseOutcome } from './environments/worseOutcome.ts'
import { type FlatOutcome, readFlatCall } from './flatRun.ts'
import { carryState, inputKey, type PreparedRun, prepareRun } from './prepareRun.ts'
import { createSlotsRead } from './readStateDiff.ts'
import { createRunner } from './runner.ts'
import { createOversized, type RunnerParts } from './runnerParts.ts'
import { createScreen, type Screen } from './screen.ts'
import { createSequences } from './sequences.ts'
import {
  type SharedSimulator,
  type SimulationRequest,
  SimulationUnavailable,
  type Simulator,
  type StateOverrides,
  type Variant,
  type VariantOutcome,
} from './simulator.ts'
import { createTraces } from './traces.ts'

/** Gas of the preceding call. */
const BEFORE_GAS = 2_000_000n

/** Wei for callers of preceding calls: their fees do not matter here. */
const RICH = 10n ** 24n

/**
 * A simulator over the networks it is given a source for. Nothing is started before the first simulation.
 * @example const simulator = createSimulator({ sources: { ethereum } })
 */
export function createSimulator(options: {
  sources: Partial<Record<Chain, ChainSource>>
  limits?: Partial<SimulationLimits>
  /** Unix milliseconds, by which quarantine is counted. */
  now?: () => number
}): SharedSimulator {
  const limits = { ...SIMULATION_LIMITS, ...options.limits }
  const sourceOf = (block: PinnedBlock): ChainSource => {
    const source = options.sources[block.chain]
    if (!source) throw new TypeError(`the simulator has no source for ${block.chain}`)
    return source
  }
  const pool = createChildPool(sourceOf, limits)
  const containment = createContainment(pool, createQuarantine(limits.quarantineMs, options.now))
  const oversizedOf = createOversized()

  const simulatorFor = (scope: string, onFailed?: (error: SimulationUnavailable) => void): Simulator => {
    const parts: RunnerParts = {
      pool,
      contain: (job) =>
        containment.run(scope, job).catch((error: unknown) => {
          if (error instanceof SimulationUnavailable) onFailed?.(error)
          throw error
        }),
      oversized: oversizedOf(scope),
      sourceOf,
      limits,
    }
    const screen = createScreen(parts)
    const run = createRunner(parts, screen)
    return {
      read: createReadCall(parts, screen),
      simulate: ({ environments = 'all', ...request }) => run(request, environments === 'all'),
      async simulateSteps({ transactions, stateOverrides, ...request }) {
        const steps: Simulation[] = []
        let state: StateOverrides = { ...stateOverrides }
        for (const transaction of transactions) {
          const step = await run({ ...request, transaction, stateOverrides: state }, false)
          steps.push(step)
          if (step.outcome !== 'rejected') state = carryState(state, step.stateDiff)
        }
        return steps
      },
      simulateSequences: createSequences(parts),
      slotsRead: createSlotsRead(parts),
      ...createTraces(parts),
      compareVariants: createVariants(parts),
      stats: () => ({ ...pool.stats(), ...containment.stats() }),
      close: () => pool.close(),
    }
  }
  return {
    ...simulatorFor(SERVICE_SCOPE),
    forAccount: (accountId, onFailed) =>
      simulatorFor(accountId === undefined ? SERVICE_SCOPE : `account ${accountId}`, onFailed),
  }
}

/**
 * Executes a call for its output alone: one flat run, contained like every other, untraced.
 */
function createReadCall({ sourceOf, limits }: RunnerParts, screen: Screen) {
  return async function read(request: SimulationRequest): Promise<Hex | null> {
    const run = await prepareRun(request, sourceOf(request.block), limits.gasCap)
    const outcome = await screen(inputKey(request), run, request.signal)
    return outcome?.success === true && run.rejection === null ? outcome.output : null
  }
}

/**
 * Runs one transaction as it is, and again with other state or after another account's call, side by side in one eth_simulateV1
 * request; returns how each other run treats the sender. Null where the engine refuses, or answers too much.
 */
function createVariants({ pool, contain, sourceOf, limits }: RunnerParts): Simulator['compareVariants'] {
  const bounds = engineBounds(limits, limits.maxTreeBytes)
  return async function compareVariants({ variants, principals, ...request }) {
    if (variants.length === 0) return []
    const { block, signal } = request
    const run = await prepareRun(request, sourceOf(block), limits.gasCap)
    const requests = [{}, ...variants].map((variant) => requestOf(run, variant))
    const answers = await contain({
      key: () => `variants:${inputKey(request)}`,
      block,
      heavy: false,
      signal,
      run: async (child: AnvilChild) => {
        try {
          return await engineBatch(child, requests, bounds)
        } catch (error) {
          if (!(error instanceof AnswerTooLarge)) throw error
          pool.retire(child)
          return []
        }
      },
    })
    const outcomes = answers.map((answer) => ('error' in answer ? answer.error : outcomeOf(answer.result)))
    const [main, ...others] = outcomes
    return variants.map((_, index) => compared(run, main, others[index], principals))
  }
}

function requestOf(run: PreparedRun, { storage = {}, accounts = {}, before }: Variant): RpcRequest {
  const stateOverrides: StateOverrides = { ...run.stateOverrides }
  for (const [address, slots] of Object.entries(storage) as [Address, NonNullable<Variant['storage']>[Address]][])
    stateOverrides[address] = {
      ...stateOverrides[address],
      storage: { ...stateOverrides[address]?.storage, ...slots },
    }
  for (const [address, account] of Object.entries(accounts) as [Address, { balance?: bigint; code?: Hex }][])
    stateOverrides[address] = { ...stateOverrides[address], ...account }
  const calls: Record<string, unknown>[] = []
  if (before !== undefined) {
    // The sender's own balance stays as it is: other callers get enough for fees.
    if (before.from !== run.source.from) stateOverrides[before.from] = { ...stateOverrides[before.from], balance: RICH }
    calls.push(engineTransaction(before, BEFORE_GAS, offeredFees(before, run.next.baseFeePerGas)))
  }
  calls.push(run.transaction)
  const call = {
    blockOverrides: simulateBlockOverrides(run.next),
    stateOverrides: rpcStateOverrides(stateOverrides),
    calls,
  }
  return {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [call], traceTransfers: true, validation: true }, 'latest'],
  }
}

/** Returns the transaction's own outcome; null when the call before it failed. */
function outcomeOf(result: unknown): FlatOutcome | null {
  const block = readObject(readArray(result, 'simulated blocks')[0], 'simulated block')
  const outcomes = readArray(block.calls, 'simulated calls').map(readFlatCall)
  return outcomes.slice(0, -1).some(({ success }) => !success) ? null : (outcomes.at(-1) ?? null)
}

function compared(
  { next }: PreparedRun,
  main: FlatOutcome | RpcError | null | undefined,
  other: FlatOutcome | RpcError | null | undefined,
  principals: readonly Address[],
): VariantOutcome {
  if (!main || !other || main instanceof RpcError || other instanceof RpcError) return null
  const worst = principals.map((account) => worseOutcome(main, other, account))
  if (worst.includes('new')) return 'new-loss'
  if (worst.includes('more')) return 'worse'
  const { coinbase } = next
  return sameOutcome({ outcome: main, coinbase }, { outcome: other, coinbase }, false) ? 'same' : 'other'
}
