import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../src/evm/rpc/chainSource.ts'
import { startAnvilChild } from '../../src/evm/simulation/engine/anvilChild.ts'
import { engineBounds, engineCall } from '../../src/evm/simulation/engine/engineCall.ts'
import { createShim } from '../../src/evm/simulation/engine/shim.ts'
import { SIMULATION_LIMITS } from '../../src/evm/simulation/engine/simulationLimits.ts'

const PATIENT_MS = 60_000
const MAX_ANSWER_BYTES = 512 * 1024 ** 2

export type EngineRpc = (method: string, ...params: unknown[]) => Promise<unknown>

/** Runs a job on the product's engine child and shim, forked over a recorded block; its RPC answers at `url` too. */
export async function withReplayChild<Value>(
  options: { block: PinnedBlock; source: ChainSource; hardfork: string; chainId?: number; flags?: readonly string[] },
  job: (rpc: EngineRpc, url: string) => Promise<Value>,
): Promise<Value> {
  const limits = { ...SIMULATION_LIMITS, processorMs: PATIENT_MS, stuckMs: PATIENT_MS, wallClockMs: PATIENT_MS }
  const shim = createShim(limits.shimDeadlineMs)
  const http = createOperatorFetch()
  const { source, ...start } = options
  const path = await shim.open(options.block, source)
  try {
    const child = await startAnvilChild({ ...start, shimUrl: path.url, limits, http })
    try {
      const bounds = engineBounds(limits, MAX_ANSWER_BYTES)
      return await job((method, ...params) => engineCall(child, method, params, bounds), child.url)
    } finally {
      child.kill()
      await child.exited
    }
  } finally {
    path.close()
    await Promise.all([shim.close(), http.close()])
  }
}
