import { RpcError } from '../rpc/jsonRpc.ts'
import type { AnvilChild } from './engine/anvilChild.ts'
import { AnswerTooLarge, engineBatch, engineBounds } from './engine/engineCall.ts'
import type { SimulationLimits } from './engine/simulationLimits.ts'
import { type FlatOutcome, flatRequest, readFlat } from './flatRun.ts'
import type { PreparedRun } from './prepareRun.ts'
import { readTree, type TreeOutcome, treeRequests } from './readCallTree.ts'
import type { SmallCalls } from './runnerParts.ts'

/** A run whose screen, call tree and diff came in one message. */
export type SmallRun = { screened: FlatOutcome; traced: TreeOutcome }

/** The function that a run calls: what was small once is taken to be small again. */
export function callOf({ block, source: { to, data } }: PreparedRun): string {
  return `${block.chain} ${to} ${data.slice(0, 10)}`
}

/**
 * Whether the call tree may be asked for beside the screen: the gas limit keeps it small, or the function ran small before. A
 * contract that grows in between costs a child, as any other input that the screen would have found.
 */
export function isLikelySmall(run: PreparedRun, small: SmallCalls, limits: SimulationLimits): boolean {
  const { to, maxFeePerBlobGas } = run.source
  if (to === null || maxFeePerBlobGas !== undefined || run.gasLimitedByBalance) return false
  return run.gasLimit <= limits.smallTreeGas || small.has(callOf(run))
}

/**
 * Screen, call tree and diff of one run in one message. Null where it is not small after all, or the engine refuses
 * something: then the screen decides how much is traced.
 * @throws ChildLost
 */
export async function smallRun(
  child: AnvilChild,
  run: PreparedRun,
  limits: SimulationLimits,
): Promise<SmallRun | null> {
  try {
    const requests = [flatRequest(run), ...treeRequests(run)]
    const [flat, ...tree] = await engineBatch(child, requests, engineBounds(limits, limits.maxTreeBytes))
    if (flat === undefined || 'error' in flat) return null
    const screened = readFlat(run, flat.result)
    return screened.gasUsed > limits.smallTreeGas ? null : { screened, traced: readTree(tree) }
  } catch (error) {
    if (error instanceof AnswerTooLarge || error instanceof RpcError) return null
    throw error
  }
}
