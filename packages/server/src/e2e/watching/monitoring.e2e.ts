import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, keccak256, parseAbi, stringToHex } from 'viem/utils'
import { byChain } from '../../chains/index.ts'
import type { Networks } from '../../composition/networkSources.ts'
import { createNetworks } from '../../composition/networks.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { MonitorSettings } from '../../domain/monitor.ts'
import { createVerification } from '../../evm/verification/createVerification.ts'
import { createAddressIntel } from '../../intel/addressIntel.ts'
import { builtInLabels } from '../../intel/builtInLabels.ts'
import { createListIndex } from '../../intel/lookup/listIndex.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { createStaticList } from '../../intel/staticList.ts'
import { approve, approveAll, transfer, transferFrom, UNLIMITED } from '../../sandbox/history/calls.ts'
import { sandboxLists } from '../../sandbox/startSandbox.ts'
import { openStore, type Store } from '../../store/openStore.ts'
import { createEntityJudge } from '../../usecases/reports/entityJudge.ts'
import { createContractScan } from '../../usecases/scans/contract/scanContract.ts'
import { createWalletScan } from '../../usecases/scans/wallet/scanWallet.ts'
import { createMonitoring } from '../../watch/alerts/monitoring.ts'
import type { JudgeBlock, WatchedBlock } from '../../watch/ports.ts'

const ALL: MonitorSettings = {
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: true,
    tokenApprovals: true,
    nftTransfers: true,
    contractInteractions: true,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 1_000 },
    newApproval: { enabled: true, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}
const WATCHES = { accountId: 'acc_a', environment: 'live' } as const

describe('what blocks of the sandbox mean to those who watch', () => {
  let sandbox: OpenSandbox
  let networks: Networks
  let store: Store
  let judge: JudgeBlock
  let failing = false

  before(async () => {
    sandbox = await openSandbox('ethereum')
    store = await openStore('sqlite::memory:', null)
    await store.migrate()
    networks = createNetworks({
      rpcUrls: byChain((name) => (name === 'ethereum' ? [sandbox.url] : [])),
      rpcTimeoutMs: 5_000,
      simulatorChildren: 1,
      intel: createAddressIntel({
        lists: createListIndex(store.intel),
        builtIn: builtInLabels,
        given: sandboxLists().map(createStaticList),
      }),
      origin: async () => assert.fail('no site is named'),
      listRevision: async () => 'none',
      intelAsOf: () => '2026-11-01',
      verification: createVerification([]),
      historyExplorers: [],
    })
    const sources = networks
    const scans = createEntityJudge({
      contract: createContractScan(async (_, chain) => sources.contractSources(chain)),
      wallet: createWalletScan(async (_, chain) => sources.walletSources(chain)),
      url: async () => assert.fail('no site is named'),
      sentTransaction: async () => assert.fail('no transaction is named'),
      resolveName: async () => assert.fail('no account is named'),
      async accountClass(chain, address, { signal }) {
        const wallet = sources.walletSources(chain)
        return (await wallet.account(await wallet.block(signal), address, signal)).class
      },
    })
    const monitoring = createMonitoring({
      rows: store.watchRows,
      listRevision: async () => '',
      onProblem: assert.ifError,
      networks: async () => sources,
      judge: async (...asked) => (failing ? assert.fail('the network is down') : scans(...asked)),
    })
    judge = monitoring.judge
    const { trader, careless, collector } = sandbox.world.actors
    for (const address of [trader, careless, collector])
      await store.monitors.create(WATCHES, { address, chain: 'ethereum', ...ALL }, { max: 9, now: 1 })
  })
  after(async () => {
    await networks?.close()
    await store?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  /** The newest block as a watcher hands it over. */
  async function newest(): Promise<WatchedBlock> {
    const block = (await sandbox.rpc('eth_getBlockByNumber', ['latest', true])) as Raw
    const logs = (await sandbox.rpc('eth_getLogs', [{ blockHash: block.hash }])) as Raw[]
    return {
      chain: 'ethereum',
      environment: 'live',
      number: BigInt(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      timestamp: BigInt(block.timestamp),
      transactions: (block.transactions as unknown as Raw[]).map(({ hash, from, to, nonce, value, input }) => ({
        hash,
        from: from as Address,
        to: (to as Address | undefined) ?? null,
        value: BigInt(value),
        input,
        nonce: BigInt(nonce),
      })),
      logs: logs.map(({ address, topics, data, transactionHash, logIndex }) => ({
        address: address as Address,
        topics: topics as unknown as Hex[],
        data,
        transactionHash,
        logIndex: Number(logIndex),
      })),
    }
  }
  const told = (events: readonly NewEvent[]) =>
    events.map(({ type, entity, data, accountId }) => ({ accountId, type, entity, ...JSON.parse(data) }))
  async function judged(transaction: { from: Address; to: Address; data?: Hex; value?: bigint }) {
    await sandbox.send({ data: '0x', ...transaction })
    return told(await judge(await newest(), new AbortController().signal))
  }
  const only = (events: { type: string }[], type: string) => {
    const found = events.filter((event) => event.type === type)
    assert.equal(found.length, 1, JSON.stringify(events))
    return found[0] as unknown as Record<string, unknown>
  }

  test('an unlimited approval of a drainer is new and critical; withdrawn, it is revoked with what it was', async () => {
    const { actors, tokens, listed } = sandbox.world
    const { trader } = actors
    const given = await judged({ from: trader, to: tokens.usdc, data: approve(listed.drainer, UNLIMITED) })
    const approval = only(given, 'approval.new')
    assert.partialDeepStrictEqual(approval, {
      accountId: 'acc_a',
      entity: trader,
      wallet: trader,
      token: tokens.usdc,
      tokenSymbol: 'USDC',
      spender: listed.drainer,
      amount: 'unlimited',
      riskLevel: 'critical',
      chain: 'ethereum',
      logIndex: 0,
      standard: 'erc20',
      tokenId: null,
      initiator: trader,
      claimed: false,
      unknown: [],
    })
    assert.match(String(approval.spenderLabel), /Reported drainer/)
    assert.match(String(approval.blockNumber), /^\d+$/)
    assert.equal(only(given, 'monitor.contract_interaction').contract, tokens.usdc)
    const taken = await judged({ from: trader, to: tokens.usdc, data: approve(listed.drainer, 0n) })
    assert.partialDeepStrictEqual(only(taken, 'approval.revoked'), {
      wallet: trader,
      token: tokens.usdc,
      tokenSymbol: 'USDC',
      spender: listed.drainer,
      previousAmount: 'unlimited',
      unknown: [],
    })
    const again = await judged({ from: trader, to: tokens.usdc, data: approve(listed.drainer, 0n) })
    assert.ok(!again.some(({ type }) => type.startsWith('approval.')), JSON.stringify(again))
  })

  test('a bounded approval is told in whole units, and what its spender uses of it is no approval', async () => {
    const { actors, tokens } = sandbox.world
    const { trader, friend } = actors
    const given = await judged({ from: trader, to: tokens.usdc, data: approve(friend, 12_500_000n) })
    assert.partialDeepStrictEqual(only(given, 'approval.new'), { amount: '12.5', riskLevel: 'critical' })
    const used = await judged({ from: friend, to: tokens.usdc, data: transferFrom(trader, friend, 2_500_000n) })
    assert.ok(!used.some(({ type }) => type.startsWith('approval.')), JSON.stringify(used))
    assert.partialDeepStrictEqual(only(used, 'monitor.transfer'), {
      wallet: trader,
      counterparty: friend,
      direction: 'out',
      asset: 'USDC',
      amount: '2.5',
      initiator: friend,
    })
  })

  test('a transfer is told with its worth, and is large from the threshold on', async () => {
    const { trader, friend } = sandbox.world.actors
    const small = await judged({ from: trader, to: friend, value: 10n ** 15n })
    const { amountUsd, unknown } = only(small, 'monitor.transfer')
    assert.match(String(amountUsd), /^\d\.\d\d$/)
    assert.deepEqual(unknown, [])
    assert.equal(small.length, 1, JSON.stringify(small))
    await sandbox.rpc('anvil_setBalance', [friend, '0x8ac7230489e80000'])
    const large = await judged({ from: friend, to: trader, value: 10n ** 18n })
    const found = only(large, 'monitor.large_transfer')
    assert.partialDeepStrictEqual(found, { direction: 'in', asset: 'ETH', token: null, amount: '1', threshold: '1000' })
    assert.ok(Number(found.amountUsd) >= 1_000)
    assert.deepEqual([found.logIndex, found.counterparty], [null, friend])
  })

  test('an interaction with a mixer or a scammer is an event, and one with a friend is not', async () => {
    const { actors, listed } = sandbox.world
    const { trader, scammer } = actors
    const paid = await judged({ from: trader, to: scammer, value: 10n ** 15n })
    const interaction = only(paid, 'address.interaction')
    assert.partialDeepStrictEqual(interaction, {
      wallet: trader,
      counterparty: scammer,
      direction: 'out',
      asset: 'ETH',
      amount: '0.001',
      riskLevel: 'critical',
    })
    assert.ok(Number.isInteger(interaction.riskScore) && Number(interaction.riskScore) >= 80)
    assert.match(String(interaction.counterpartyLabel), /Sells machines/)
    const commitment = keccak256(stringToHex('a note'))
    const deposit = parseAbi(['function deposit(bytes32)', 'function denomination() view returns (uint256)'])
    const ask = encodeFunctionData({ abi: deposit, functionName: 'denomination' })
    const value = BigInt((await sandbox.rpc('eth_call', [{ to: listed.mixer, data: ask }, 'latest'])) as Hex)
    const data = encodeFunctionData({ abi: deposit, functionName: 'deposit', args: [commitment] })
    const mixed = await judged({ from: trader, to: listed.mixer, data, value })
    assert.partialDeepStrictEqual(only(mixed, 'address.interaction'), { counterparty: listed.mixer, asset: 'ETH' })
  })

  test('items: a collection approved, and one that changes hands', async () => {
    const { actors, nfts, traps } = sandbox.world
    const { collector } = actors
    const given = await judged({ from: collector, to: nfts.collectible, data: approveAll(traps.drainer) })
    assert.partialDeepStrictEqual(only(given, 'approval.new'), {
      wallet: collector,
      token: nfts.collectible,
      spender: traps.drainer,
      amount: 'unlimited',
      standard: 'erc721',
    })
    const taken = await judged({ from: collector, to: nfts.collectible, data: approveAll(traps.drainer, false) })
    assert.partialDeepStrictEqual(only(taken, 'approval.revoked'), { previousAmount: 'unlimited', unknown: [] })
  })

  test('a transaction that failed did nothing', async () => {
    const { trader } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    const sent = { from: trader, to: usdc, data: transferFrom(usdc, trader, 10n ** 30n), gas: '0x4c4b40' }
    await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    assert.deepEqual(await judge(await newest(), new AbortController().signal), [])
  })

  test('everybody who watches is told, each account once', async () => {
    const { actors, tokens } = sandbox.world
    const { careless, friend } = actors
    await store.monitors.create(WATCHES, { address: careless, chain: 'ethereum', ...ALL }, { max: 9, now: 1 })
    const other = { accountId: 'acc_b', environment: 'live' } as const
    await store.webhooks.create(other, {
      url: 'https://h.example/',
      endpoint: 'h.example:443',
      secret: 's',
      now: 1,
      events: ['approval.new'],
      entities: { spelled: [careless], keys: [getAddress(careless)] },
    })
    await new Promise((resolve) => setTimeout(resolve, 600))
    const events = await judged({ from: careless, to: tokens.usdc, data: approve(friend, 1n) })
    const accounts = events.filter(({ type }) => type === 'approval.new').map(({ accountId }) => accountId)
    assert.deepEqual(accounts.sort(), ['acc_a', 'acc_b'])
    assert.ok(events.every(({ accountId, type }) => accountId === 'acc_a' || type === 'approval.new'))
  })

  test('an unjudged counterparty is reported as unjudged', async () => {
    const { trader, buyerOne } = sandbox.world.actors
    failing = true
    try {
      const paid = await judged({ from: trader, to: buyerOne, value: 1n })
      assert.partialDeepStrictEqual(only(paid, 'address.interaction'), {
        counterparty: buyerOne,
        riskScore: null,
        riskLevel: null,
        unknown: ['riskScore', 'riskLevel'],
      })
    } finally {
      failing = false
    }
  })

  test('a block that was replaced is not judged', async () => {
    const { trader, friend } = sandbox.world.actors
    await sandbox.send({ from: trader, to: friend, data: transfer(friend, 1n), value: 1n })
    const block = { ...(await newest()), hash: `0x${'ab'.repeat(32)}` as const }
    await assert.rejects(judge(block, new AbortController().signal), /replaced/)
  })
})

type Raw = Record<
  'hash' | 'number' | 'parentHash' | 'timestamp' | 'from' | 'to' | 'value' | 'input' | 'address' | 'data',
  Hex
> & { topics: Hex; transactions: Hex; transactionHash: Hex; logIndex: Hex; nonce: Hex }
