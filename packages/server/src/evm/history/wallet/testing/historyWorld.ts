import { after, afterEach, before, beforeEach } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { byChain } from '../../../../chains/index.ts'
import type { ActorName } from '../../../../sandbox/actors.ts'
import { nodeRpc } from '../../../../sandbox/nodeRpc.ts'
import type { Sandbox } from '../../../../sandbox/startSandbox.ts'
import { reusedSandbox } from '../../../../sandbox/testing/reusedSandbox.ts'
import type { ChainSource } from '../../../rpc/chainSource.ts'
import { createChainSource } from '../../../rpc/createChainSource.ts'
import { type ProxyRule, startTestProxy, type TestProxy } from '../../../simulation/testing/testChain.ts'
import { startTestService, type TestService } from '../../../verification/testing/testService.ts'
import { createHistoryExplorers } from '../createHistoryExplorers.ts'
import { createWalletHistory } from '../createWalletHistory.ts'
import type { HistoryReader } from '../historyAnswer.ts'
import { type ChainBook, readChainBook } from './chainBook.ts'
import { fakeBlockscout } from './fakeBlockscout.ts'
import { fakeEtherscan } from './fakeEtherscan.ts'

/** The sandbox's chain behind a node that may lack this or that, beside a service that may list it. */
export type HistoryWorld = {
  sandbox: Sandbox
  book: ChainBook
  node: TestProxy
  service: TestService
  /** Forgets what the node said. */
  fresh(): Promise<void>
  addressOf(name: ActorName | 'exchange'): Address
  explorers(which: 'etherscan' | 'blockscout'): HistoryReader[]
  /** Makes node and service be what they are where the source is the best there is. */
  sources: Record<'etherscan' | 'blockscout' | 'ots' | 'archive' | 'head', () => HistoryReader[]>
  gather(address: Address, explorers?: HistoryReader[], options?: { fundingOnly?: boolean }): Promise<WalletHistory>
}

/** Methods of nodes that index accounts. */
export const OTS = ['ots_searchTransactionsBefore', 'ots_searchTransactionsAfter', 'ots_getInternalOperations']

const NONE: Record<Chain, string | null> = byChain(() => null)

/** Started before the tests of a file, anew in part for each of them. */
export function historyWorld(): HistoryWorld {
  const http = createOperatorFetch()
  let source: ChainSource | undefined
  let block: PinnedBlock | undefined
  const soon = () => AbortSignal.timeout(20_000)

  const world = {
    async fresh() {
      await source?.close()
      source = createChainSource({
        chain: 'ethereum',
        urls: [world.node.url],
        limits: { backOffMs: 5, maxBackOffMs: 20 },
      })
      block = await source.head(soon())
    },
    addressOf: (name) => world.sandbox.world.ethereum.actors[name].toLowerCase() as Address,
    explorers(which) {
      const urls = { ...NONE, ethereum: `${world.service.url}${which === 'etherscan' ? '/v2/api' : ''}` }
      const etherscan = { urls: which === 'etherscan' ? urls : NONE, apiKey: 'KEY', perSecond: 1_000 }
      const blockscoutUrls = which === 'blockscout' ? urls : NONE
      return createHistoryExplorers({ etherscan, blockscoutUrls }, http, { limits: { timeoutMs: 1_000 } })
    },
    sources: {
      etherscan: () => {
        world.service.answer = fakeEtherscan(world.book)
        return world.explorers('etherscan')
      },
      blockscout: () => {
        world.service.answer = fakeBlockscout(world.book)
        return world.explorers('blockscout')
      },
      ots: () => [],
      archive: () => {
        world.node.rule = nodeWithoutMethods(OTS)
        return []
      },
      head: () => {
        world.node.rule = nodeWithoutMethods([...OTS, 'trace_block'], { keeps: 1e9 })
        return []
      },
    },
    gather: (address, explorers = [], { fundingOnly = false } = {}) =>
      createWalletHistory({ chain: source as ChainSource, explorers })(
        block as PinnedBlock,
        { address, fundingOnly },
        soon(),
      ),
  } as Partial<HistoryWorld> as HistoryWorld
  // A hook of a file may run as soon as it is told.
  before(async () => {
    world.sandbox = await reusedSandbox({ chains: ['ethereum'] })
    world.book = await readChainBook(nodeRpc(world.sandbox.rpcUrls.ethereum, http))
  })
  after(async () => {
    await world.sandbox?.close()
    await http.close()
  })
  beforeEach(async () => {
    world.node = await startTestProxy(world.sandbox.rpcUrls.ethereum)
    world.service = await startTestService(() => ({ status: 500, json: {} }))
    await world.fresh()
  })
  afterEach(async () => {
    await source?.close()
    await world.service.close()
    await world.node.close()
  })
  return world
}

/** A node that does not know some methods, or keeps no state older than some block. */
export const nodeWithoutMethods =
  (methods: string[], { keeps = 0 }: { keeps?: number } = {}): ProxyRule =>
  async (body, forward) => {
    const requests = [body].flat() as { id: number; method: string; params: unknown[] }[]
    const answered = await forward()
    const answers = ([answered].flat() as { id: number }[]).map((answer) => {
      const request = requests.find(({ id }) => id === answer.id)
      const error = (code: number, message: string) => ({ jsonrpc: '2.0', id: answer.id, error: { code, message } })
      if (methods.includes(request?.method ?? '')) return error(-32_601, `the method ${request?.method} does not exist`)
      const at = request?.params.at(-1)
      const isOld =
        /^eth_get(Balance|TransactionCount|Code)$/.test(request?.method ?? '') &&
        typeof at === 'string' &&
        Number(at) < keeps
      return isOld ? error(-32_000, 'missing trie node: state is not available') : answer
    })
    return { answer: Array.isArray(answered) ? answers : answers[0] }
  }
