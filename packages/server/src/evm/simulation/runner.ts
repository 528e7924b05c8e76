import { setTimeout as delay } from 'node:timers/promises'
import type { Simulation } from '@redoubt/risk/execution.ts'
import { RpcError } from '../rpc/jsonRpc.ts'
import { MalformedAnswer } from '../rpc/rpcValues.ts'
import { gasCeiling, maxForBlobs } from './admission.ts'
import { assembleFlat, assembleSimulation, refusedSimulation } from './assembleSimulation.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import { ChildLost } from './engine/engineCall.ts'
import { hardforkAt } from './engine/hardfork.ts'
import type { Suspicion } from './engine/quarantine.ts'
import { SHIM_ERROR } from './engine/shimMethods.ts'
import { varyRun } from './environments/varyRun.ts'
import type { FlatOutcome } from './flatRun.ts'
import { inputKey } from './inputKey.ts'
import { type PreparedRun, prepareRun, topUp } from './prepareRun.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { Screen } from './screen.ts'
import { SimulationUnavailable } from './simulationUnavailable.ts'
import type { SimulationRequest } from './simulator.ts'
import { type TreeOutcome, treeRun } from './treeRun.ts'

/** Milliseconds until what failed for want of state is tried again: longer than the first back-offs of an endpoint. */
const STATE_RETRIES_MS = [300, 900, 2_000]
/** Share of the gas limit from which a failed run is taken to have run out of gas, in percent. */
const EXHAUSTED_PERCENT = 95n

/** Executes one transaction: screen, call tree and diff, environments. */
export function createRunner({ pool, contain, oversized, sourceOf, limits }: RunnerParts, screen: Screen) {
  const bounds = { wallClockMs: limits.wallClockMs, maxBytes: limits.maxFlatBytes }

  /** A balance too small for the gas the run needs shows as running out of gas: then it is run with enough. */
  async function affordable(key: string, run: PreparedRun, signal: AbortSignal) {
    const first = await screen(key, run, signal).catch((error: unknown) => {
      if (run.gasLimitedByBalance && error instanceof RpcError && !isShimError(error)) return 'refused' as const
      throw error
    })
    const exhausted =
      first === 'refused' ||
      (first !== null && !first.success && first.gasUsed * 100n >= run.gasLimit * EXHAUSTED_PERCENT)
    if (!run.gasLimitedByBalance || !exhausted) return { run, screened: first === 'refused' ? null : first }
    const hardfork = hardforkAt(run.block.chain, run.next.number, run.next.timestamp)
    const rich = topUp(run, 0n, gasCeiling(run.block, hardfork, limits.gasCap))
    const screened = await screen(key, rich, signal)
    const needed = run.source.value + maxForBlobs(run.source) + (screened?.gasUsed ?? rich.gasLimit) * run.fees.cap
    const shortfall = needed > run.sender.balance ? needed - run.sender.balance : null
    return { run: { ...rich, shortfall }, screened }
  }

  /** The price of blobs is the engine's to know: it refuses a fee that is below. */
  async function blobsPaid(key: string, run: PreparedRun, signal: AbortSignal): Promise<PreparedRun> {
    const offered = run.source.maxFeePerBlobGas
    if (offered === undefined || run.rejection !== null) return run
    const priced = { ...run, transaction: { ...run.transaction, maxFeePerBlobGas: `0x${offered.toString(16)}` } }
    const low = await screen(key, priced, signal).then(
      () => false,
      (error: unknown) => error instanceof RpcError && /blob_gas_price/.test(error.message),
    )
    if (!low) return run
    return { ...run, rejection: `blob fee too low: ${offered} wei per blob gas offered, the next block asks for more` }
  }

  return async function simulate(request: SimulationRequest, environments: boolean): Promise<Simulation> {
    const { block, signal } = request
    const key = inputKey(request)
    const source = sourceOf(block)
    signal.throwIfAborted()
    pool.warm(block)
    const prepared = await prepareRun(request, source, limits.gasCap)
    const execute = async () => {
      const { run, screened } = await affordable(key, await blobsPaid(key, prepared, signal), signal)
      const heavy =
        run.source.to === null ||
        screened === null ||
        screened.gasUsed > limits.sacrificeAboveGas ||
        oversized.get(key) !== undefined
      const job = async (child: AnvilChild, before: Suspicion | null) => {
        // A child of its own that died of it, or had no time, died of the tracing: what the flat run says must do.
        const isTooMuch = before !== null && (before.byInput || (heavy && before.outOfTime))
        const level = isTooMuch ? 'flat' : (oversized.get(key) ?? 'tree')
        if (level === 'flat' && screened !== null) {
          // A busy machine proves nothing about the input.
          if (before?.byInput) oversized.put(key, 'flat')
          const flat = await assembleFlat(run, screened, (address) => source.balance(block, address, signal))
          return { ...flat, ...(await vary(child, run, screened, null)) }
        }
        const small = level === 'tree' && screened !== null && screened.gasUsed <= limits.smallTreeGas
        const traced = await treeRun(child, run, limits, small ? 'small-tree' : level === 'tree' ? 'tree' : 'top-call')
        if (!traced.tree) {
          oversized.put(key, 'top-call')
          pool.retire(child)
        }
        const simulation = assembleSimulation(run, screened, traced)
        return { ...simulation, ...(await vary(child, run, screened, traced)) }
      }
      const vary = async (
        child: AnvilChild,
        run: PreparedRun,
        main: FlatOutcome | null,
        traced: TreeOutcome | null,
      ) => {
        if (!environments || main === null) return {}
        const root = traced?.tree ? traced.root : null
        return varyRun({ child, run, main, root, source, signal, bounds, gasCap: limits.gasCap })
      }
      return await contain({ key: () => key, block, heavy, signal, run: job })
    }
    try {
      return await withState(execute, signal)
    } catch (error) {
      return refused(prepared, error)
    }
  }
}

/** A refusal by the engine is a rejected transaction, unless the state or the engine itself failed. */
function refused(run: PreparedRun, error: unknown): Simulation {
  if (error instanceof MalformedAnswer || error instanceof ChildLost)
    throw new SimulationUnavailable('engine', 'The execution engine gave no usable answer.', { cause: error })
  if (!(error instanceof RpcError)) throw error
  if (isShimError(error))
    throw new SimulationUnavailable('state', 'State the transaction needs could not be read.', { cause: error })
  if (/fatal|database|internal|panic|fork|provider|transport|timed? ?out/i.test(error.message))
    throw new SimulationUnavailable('engine', 'The execution engine failed.', { cause: error })
  return refusedSimulation(run, error.message)
}

/** The upstream may still be busy with the discovery of this very input, and soon answers again. */
async function withState<Value>(execute: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (const pause of STATE_RETRIES_MS) {
    try {
      return await execute()
    } catch (error) {
      if (!(error instanceof RpcError && isShimError(error))) throw error
      await delay(pause, undefined, { signal })
    }
  }
  return execute()
}

function isShimError(error: RpcError): boolean {
  return error.message.includes(SHIM_ERROR)
}
