import type { ChainLimits } from '../../rpc/chainLimits.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { createChainSource } from '../../rpc/createChainSource.ts'
import { createSimulator } from '../createSimulator.ts'
import type { SimulationLimits } from '../engine/simulationLimits.ts'
import type { SharedSimulator } from '../simulator.ts'
import { startTestChain, startTestProxy, type TestChain, type TestProxy } from './testChain.ts'

/** Milliseconds: a node on a busy machine is slow, and that is not what is tested. */
const AT_LEISURE: Partial<ChainLimits> = { attemptTimeoutMs: 8_000, slowAttemptTimeoutMs: 20_000 }

/** A real chain, a counting proxy before it, and a simulator on top. `await using` closes everything. */
export type SimulationWorld = AsyncDisposable & {
  chain: TestChain
  proxy: TestProxy
  source: ChainSource
  simulator: SharedSimulator
}

export async function openWorld(
  limits: {
    chain?: Partial<ChainLimits>
    simulation?: Partial<SimulationLimits>
    /** By which quarantine is counted. */
    now?: () => number
    delayMs?: number
  } = {},
): Promise<SimulationWorld> {
  const chain = await startTestChain()
  const proxy = await startTestProxy(chain.url, limits.delayMs)
  const source = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits: { ...AT_LEISURE, ...limits.chain } })
  const simulator = createSimulator({
    sources: { ethereum: source },
    limits: limits.simulation ?? {},
    ...(limits.now && { now: limits.now }),
  })
  return {
    chain,
    proxy,
    source,
    simulator,
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await source.close()
      await proxy.close()
      await chain.close()
    },
  }
}
