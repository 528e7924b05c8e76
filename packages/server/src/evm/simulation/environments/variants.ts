import type { Address, Hex } from '@redoubt/risk/address.ts'
import { RpcError, type RpcRequest } from '../../rpc/jsonRpc.ts'
import { readArray, readObject } from '../../rpc/rpcValues.ts'
import { offeredFees } from '../admission.ts'
import type { AnvilChild } from '../engine/anvilChild.ts'
import { AnswerTooLarge, engineBatch } from '../engine/engineCall.ts'
import { rpcStateOverrides, simulateBlockOverrides } from '../engine/engineRequest.ts'
import { engineTransaction } from '../engine/engineTransaction.ts'
import { type FlatOutcome, readFlatCall } from '../flatRun.ts'
import { inputKey } from '../inputKey.ts'
import { type PreparedRun, prepareRun } from '../prepareRun.ts'
import type { RunnerParts } from '../runnerParts.ts'
import type { Simulator, StateOverrides, Variant, VariantOutcome } from '../simulator.ts'
import { sameOutcome } from './sameOutcome.ts'
import { worseOutcome } from './worseOutcome.ts'

/** Gas of the preceding call. */
const BEFORE_GAS = 2_000_000n
/** Wei for callers of preceding calls: their fees do not matter here. */
const RICH = 10n ** 24n

/**
 * Runs one transaction as it is, and again with other state or after another account's call, side by side in one eth_simulateV1
 * request; returns how each other run treats the sender. Null where the engine refuses, or answers too much.
 */
export function createVariants({ pool, contain, sourceOf, limits }: RunnerParts): Simulator['compareVariants'] {
  const bounds = { wallClockMs: limits.wallClockMs, maxBytes: limits.maxTreeBytes }
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
