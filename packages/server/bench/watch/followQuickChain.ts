import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { byChain } from '../../src/chains/index.ts'
import { createNetworks } from '../../src/composition/networks.ts'
import { startTestChain } from '../../src/evm/simulation/testing/testChain.ts'
import { createVerification } from '../../src/evm/verification/createVerification.ts'
import { openStore } from '../../src/store/openStore.ts'
import { createMonitoring } from '../../src/watch/alerts/monitoring.ts'
import { createChainWatchers } from '../../src/watch/chain/watchChains.ts'

const BLOCK_MS = 450
const BLOCKS = 133
const CONFIRMATIONS = 2
const WALLET: Address = `0x${'0a'.repeat(20)}`
const OTHERS = 20

/**
 * Follows a real anvil that calls itself BSC and makes a block every 0.45 s, each with a payment by a monitored wallet,
 * which is described and stored, and with twenty by other accounts. Counterparties are not judged: no source here knows any
 * account.
 */
export async function followQuickChain(): Promise<{ blocksBehind: number; maxBehind: number; alerts: number }> {
  const chain = await startTestChain({ chainId: 56, timestamp: Math.floor(Date.now() / 1_000) - 60 })
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  const networks = createNetworks({
    rpcUrls: byChain((name) => (name === 'bsc' ? [chain.url] : [])),
    rpcTimeoutMs: 5_000,
    simulatorChildren: 1,
    intel: async () => ({ labels: [], sanctionedBy: [], sanctionsKnown: true }),
    origin: async () => {
      throw new Error('no site is named')
    },
    listRevision: async () => 'none',
    intelAsOf: () => '2026-11-01',
    verification: createVerification([]),
    historyExplorers: [],
  })
  const { judge, isWatching } = createMonitoring({
    rows: store.watchRows,
    networks: async () => networks,
    listRevision: async () => '',
    onProblem: rethrow,
    judge: () => Promise.reject(new Error('nobody is judged')),
  })
  const owner = { accountId: 'bench', environment: 'live' } as const
  await store.monitors.create(
    owner,
    {
      address: WALLET,
      chain: 'bsc',
      monitoring: {
        incomingTransactions: true,
        outgoingTransactions: true,
        tokenApprovals: true,
        nftTransfers: true,
        contractInteractions: true,
      },
      alerts: {
        largeTransfer: { enabled: true, threshold: 10_000 },
        newApproval: { enabled: true, notifyUnlimited: true },
        suspiciousActivity: { enabled: false, riskThreshold: 60 },
      },
    },
    { max: 1, now: Date.now() },
  )
  const watching = createChainWatchers({
    store: store.watchedChains,
    isWatching,
    judge,
    wake: () => {},
    log: () => {},
    wantsInternalTransfers: async () => false,
    networks: (environment) => (environment === 'live' ? Promise.resolve(networks) : null),
    offered: () => ['bsc'],
    confirmations: byChain(() => CONFIRMATIONS),
  })
  try {
    const senders = [
      WALLET,
      ...Array.from({ length: OTHERS }, (_, at): Address => `0x${(at + 16).toString(16).padStart(40, '1')}`),
    ]
    await chain.place(Object.fromEntries(senders.map((address) => [address, { balance: 10n ** 24n }])))
    watching.start()
    while ((watching.status()[0]?.judged ?? null) === null) await sleep(20)
    const behind: number[] = []
    let next = performance.now()
    for (let block = 0; block < BLOCKS; block++) {
      for (const from of senders)
        await chain.rpc('eth_sendTransaction', [{ from, to: `0x${'0b'.repeat(20)}`, value: '0x1', gas: '0x5208' }])
      next += BLOCK_MS
      await sleep(Math.max(0, next - performance.now()))
      const head = Number(await chain.rpc('eth_blockNumber'))
      behind.push(Math.max(0, head - CONFIRMATIONS - Number(watching.status()[0]?.judged ?? 0)))
      await chain.rpc('evm_mine')
    }
    const all = { order: 'oldest', limit: 1_000, entity: null, since: null, until: null, beyond: null } as const
    const alerts = (await store.events.list(owner, { ...all, types: null })).length
    const sorted = behind.toSorted((a, b) => a - b)
    return { blocksBehind: sorted[sorted.length >> 1] ?? -1, maxBehind: sorted.at(-1) ?? -1, alerts }
  } finally {
    await watching.close()
    await networks.close()
    await store.close()
    await chain.close()
  }
}

function rethrow(error: unknown): never {
  throw error
}
