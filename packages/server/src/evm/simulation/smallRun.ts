import { RpcError } from '../rpc/jsonRpc.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import { AnswerTooLarge, engineBatch, engineBounds } from './engine/engineCall.ts'
import type { SimulationLimits } from './engine/simulationLimits.ts'
import { type FlatOutcome, flatRequest, readFlat } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readTree, type TreeOutcome, treeRequests } from './readCallTree.ts'
import type { RunnerParts } from './runnerParts.ts'

/** A run whose screen, call tree and diff came in one message. */
export type SmallRun = { screened: FlatOutcome; traced: TreeOutcome }

/**
 * Whether the gas limit alone keeps the call tree small, so that it may be asked for beside the screen. Wallets name the gas; what
 * only ran small before could grow at any time. Creations, blobs and poor senders are tried in steps of their own.
 */
export function isSmallByGas(run: PreparedRun, { smallTreeGas }: SimulationLimits): boolean {
  const { to, maxFeePerBlobGas } = run.source
  return to !== null && maxFeePerBlobGas === undefined && !run.gasLimitedByBalance && run.gasLimit <= smallTreeGas
}

/**
 * Screen, call tree and diff of one run in one message. Null where the engine refuses something or answers too much: then the
 * screen decides how much is traced.
 * @throws ChildLost
 */
export async function smallRun(
  child: AnvilChild,
  run: PreparedRun,
  { pool, limits }: Pick<RunnerParts, 'pool' | 'limits'>,
): Promise<SmallRun | null> {
  try {
    const requests = [flatRequest(run), ...treeRequests(run)]
    const [flat, ...tree] = await engineBatch(child, requests, engineBounds(limits, limits.maxTreeBytes))
    if (flat === undefined || 'error' in flat) return null
    return { screened: readFlat(run, flat.result), traced: readTree(tree) }
  } catch (error) {
    if (error instanceof AnswerTooLarge) pool.retire(child)
    else if (!(error instanceof RpcError)) throw error
    return null
  }
}
