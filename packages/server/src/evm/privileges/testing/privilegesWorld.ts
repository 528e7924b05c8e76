import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { type DeployedCase, deployCorpus } from '../../../sandbox/corpus/deployCorpus.ts'
import { nodeRpc } from '../../../sandbox/nodeRpc.ts'
import { reusedSandbox } from '../../../sandbox/testing/reusedSandbox.ts'
import type { SandboxWorld } from '../../../sandbox/world.ts'
import { createBytecodeSource } from '../../bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { createChainSource } from '../../rpc/createChainSource.ts'
import { createSimulator } from '../../simulation/createSimulator.ts'
import { prepareTrade } from '../../trade/prepareTrade.ts'
import { TradeUnavailable } from '../../trade/tradeContext.ts'
import { gatherPrivileges } from '../gatherPrivileges.ts'
import type { Privileges } from '../privilegesRequest.ts'

/** Milliseconds. */
const AT_LEISURE = 60_000

/** The sandbox's Ethereum with the corpus on it, and everything that privileges are gathered with. */
export type PrivilegesWorld = AsyncDisposable & {
  world: SandboxWorld
  cases: readonly DeployedCase[]
  /** As a scan would: proxy, code, market, then privileges. `creator` is who would be known to have made it. */
  gather(address: Address, creator?: Address): Promise<Privileges>
  rpc: ReturnType<typeof nodeRpc>
}

export async function openPrivilegesWorld({ corpus = true }: { corpus?: boolean } = {}): Promise<PrivilegesWorld> {
  const sandbox = await reusedSandbox({ chains: ['ethereum'] })
  const cases = corpus ? await deployCorpus(sandbox, 'ethereum') : []
  const chain = createChainSource({ chain: 'ethereum', urls: [sandbox.rpcUrls.ethereum], limits: { headReuseMs: 0 } })
  const http = createOperatorFetch()
  const simulator = createSimulator({ sources: { ethereum: chain } })
  const bytecodes = createBytecodeSource()
  const analyse: Parameters<typeof gatherPrivileges>[0]['analyse'] = (address, code, signal) =>
    bytecodes.analyse({ address, code, abi: null }, signal)
  return {
    world: sandbox.world.ethereum,
    cases,
    async gather(spelled, creator) {
      const signal = AbortSignal.timeout(2 * AT_LEISURE)
      const address = spelled.toLowerCase() as Address
      const suspects = creator === undefined ? [] : [creator.toLowerCase() as Address]
      const block = await chain.head(signal)
      const code = await chain.code(block, address, signal)
      const proxy = await resolveProxy(chain, { block, address, code }, signal)
      const runs = proxy?.implementations[0] ?? address
      const bytecode = await analyse(runs, await chain.code(block, runs, signal), signal)
      if (bytecode === null) throw new Error(`no code at ${address}`)
      const trade =
        bytecode.standard === 'erc20'
          ? await prepareTrade({ chain, simulator }, { block, token: address, insiders: suspects }, signal).catch(
              (error: unknown) => {
                if (error instanceof TradeUnavailable) return null
                throw error
              },
            )
          : null
      const creation = (await chain.contractCreator(address, signal))?.transaction ?? null
      const request = { block, address, bytecode, proxy, trade, suspects, creation }
      return gatherPrivileges({ chain, simulator, analyse }, request, signal)
    },
    rpc: nodeRpc(sandbox.rpcUrls.ethereum, http),
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await chain.close()
      await bytecodes.close()
      await http.close()
      await sandbox.close()
    },
  }
}
