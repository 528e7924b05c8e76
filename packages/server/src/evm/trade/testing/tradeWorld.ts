import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SandboxChain } from '../../../sandbox/canonical.ts'
import type { Sandbox } from '../../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../../sandbox/testing/reusedSandbox.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { createChainSource } from '../../rpc/createChainSource.ts'
import { createSimulator } from '../../simulation/createSimulator.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { prepareTrade } from '../prepareTrade.ts'
import type { TradeContext } from '../tradeContext.ts'

/** The sandbox's chains with real pools, and a simulator on top. `await using` closes everything. */
export type TradeWorld = AsyncDisposable & {
  sandbox: Sandbox
  simulator: Simulator
  source(chain: SandboxChain): ChainSource
  head(chain: SandboxChain): Promise<PinnedBlock>
  /** Prepares trades of a token at the head; any spelling of addresses. */
  trade(chain: SandboxChain, token: Address, insiders?: readonly Address[]): Promise<TradeContext>
}

export async function openTradeWorld(chains: readonly SandboxChain[]): Promise<TradeWorld> {
  const sandbox = await reusedSandbox({ chains })
  const sources = new Map(
    chains.map((chain) => [
      chain,
      createChainSource({ chain, urls: [sandbox.rpcUrls[chain]], limits: { headReuseMs: 0 } }),
    ]),
  )
  const simulator = createSimulator({ sources: Object.fromEntries(sources) })
  const signal = () => AbortSignal.timeout(30_000)
  const source = (chain: SandboxChain): ChainSource => {
    const found = sources.get(chain)
    if (!found) throw new Error(`${chain} is not in this world`)
    return found
  }
  const head = (chain: SandboxChain) => source(chain).head(signal())
  return {
    sandbox,
    simulator,
    source,
    head,
    async trade(chain, token, insiders = []) {
      const lower = (address: Address) => address.toLowerCase() as Address
      const subject = { block: await head(chain), token: lower(token), insiders: insiders.map(lower) }
      return prepareTrade({ chain: source(chain), simulator }, subject, signal())
    },
    async [Symbol.asyncDispose]() {
      await simulator.close()
      for (const one of sources.values()) await one.close()
      await sandbox.close()
    },
  }
}
