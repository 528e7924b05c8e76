import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '@redoubt/risk/address.ts'
import { byChain } from '../../chains/index.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import {
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../../evm/simulation/testing/testChain.ts'
import { openStore, type Store } from '../../store/openStore.ts'
import { type ChainWatchers, createChainWatchers } from '../../watch/chain/watchChains.ts'
import type { JudgeBlock } from '../../watch/ports.ts'

const TOKEN: Hex = `0x${'70'.repeat(20)}`
const PAYER: Hex = `0x${'50'.repeat(20)}`
const OWNER: Hex = `0x${'0e'.repeat(20)}`
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const HOUR = 60 * 60
const ACCOUNT = { accountId: 'acc_1', environment: 'live' } as const

/** Each approval is an event, and so is what the payer was made to pay. */
const judge: JudgeBlock = async ({ logs, number, inside = [] }) => [
  ...inside.map(({ transactionHash, value, path }) => ({
    ...ACCOUNT,
    type: 'monitor.transfer',
    entity: null,
    identity: `${transactionHash}:${path}`,
    at: Date.now(),
    data: JSON.stringify({ amount: Number(value), blockNumber: Number(number) }),
  })),
  ...logs
    .filter(({ topics }) => topics[0] === APPROVAL)
    .map(({ transactionHash, data }) => ({
      ...ACCOUNT,
      type: 'approval.new',
      entity: null,
      identity: `${transactionHash}:0`,
      at: Date.now(),
      data: JSON.stringify({ amount: Number(data), blockNumber: Number(number) }),
    })),
]

// A real anvil, which takes blocks back and loses them as a network does.
describe('chains are watched', () => {
  let folder: string
  let chain: TestChain
  let proxy: TestProxy
  let store: Store
  let source: ReturnType<typeof createChainSource>
  let network: ChainWatchers
  let isWatching = true
  let wantsInternalTransfers = false
  const logged: string[] = []

  const start = (confirmations = 1) => {
    network = createChainWatchers({
      store: store.watchedChains,
      networks: (environment) => (environment === 'live' ? Promise.resolve({ blocks: () => source.blocks }) : null),
      isWatching: async (name) => name === 'ethereum' && isWatching,
      judge,
      wantsInternalTransfers: async () => wantsInternalTransfers,
      offered: () => ['ethereum'],
      confirmations: byChain(() => confirmations),
      wake: () => {},
      log: (level, _, message) => logged.push(`${level} ${message}`),
    })
    network.start()
    network.wake()
  }
  const mine = (blocks = 1) => chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  const headNumber = async () => Number(await chain.rpc('eth_blockNumber'))
  /** Approves so much; the transaction waits for its block. */
  const approve = (amount: number) =>
    chain.rpc('eth_sendTransaction', [
      { from: OWNER, to: TOKEN, gas: '0x30000', data: `0x${amount.toString(16).padStart(64, '0')}` },
    ])
  /** Has the payer pay so much, inside of the transaction. */
  const pay = (amount: number) =>
    chain.rpc('eth_sendTransaction', [
      { from: OWNER, to: PAYER, gas: '0x30000', data: `0x${amount.toString(16).padStart(64, '0')}` },
    ])
  const told = async () => {
    const all = { types: null, entity: null, since: null, until: null, beyond: null }
    const events = await store.events.list(ACCOUNT, { order: 'oldest', limit: 1_000, ...all })
    return events.map(({ data }) => JSON.parse(data) as { amount: number; blockNumber: number })
  }
  const amounts = async () => (await told()).map(({ amount }) => amount)
  /** The test runner ends what never is. */
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await sleep(10)
  }
  /** Until everything that is confirmed was judged. */
  const caughtUp = async (confirmations = 1) => {
    const head = await headNumber()
    await until(() => Number(network.status()[0]?.judged ?? -1) === head - confirmations)
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-watch-'))
    chain = await startTestChain({ timestamp: Math.floor(Date.now() / 1000) - HOUR })
    proxy = await startTestProxy(chain.url)
    await chain.place({
      // Approval(owner 1, spender 2, amount as given).
      [TOKEN]: { code: assemble(`0 CALLDATALOAD 0 MSTORE 2 1 ${APPROVAL} 32 0 LOG3 STOP`) },
      // Pays its caller the amount in the call data.
      [PAYER]: { code: assemble('0 0 0 0 0 CALLDATALOAD CALLER GAS CALL STOP'), balance: 10n ** 18n },
      [OWNER]: { balance: 10n ** 20n },
    })
  })
  beforeEach(async () => {
    store = await openStore(`sqlite:${join(folder, `${Math.random()}.db`)}`, null)
    await store.migrate()
    source = createChainSource({ chain: 'ethereum', urls: [proxy.url], limits: { backOffMs: 5, maxBackOffMs: 50 } })
    isWatching = true
    wantsInternalTransfers = false
    logged.length = 0
    proxy.requests.length = 0
    proxy.rule = null
  })
  afterEach(async () => {
    await network.close()
    await source.close()
    await store.close()
  })
  after(async () => {
    await proxy?.close()
    await chain?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('tells of an approval with the block that follows its own, and of none before', async () => {
    await approve(1)
    await mine()
    await mine(2)
    start()
    await caughtUp()
    await approve(2)
    await mine()
    await caughtUp()
    assert.deepEqual(await amounts(), [])
    await mine()
    await until(async () => (await told()).length > 0)
    assert.deepEqual(await told(), [{ amount: 2, blockNumber: (await headNumber()) - 1 }])
    const [status] = network.status()
    assert.deepEqual([status?.leading, status?.behind, status?.reorganisations], [true, 0, 0])
    assert.deepEqual(logged, [])
  })

  it('tells nothing of an approval whose block is replaced before it has its confirmations', async () => {
    start()
    await caughtUp()
    const snapshot = await chain.rpc('evm_snapshot')
    await approve(3)
    await mine()
    await until(async () => Number(network.status()[0]?.head) === (await headNumber()))
    await chain.rpc('evm_revert', [snapshot])
    await mine(4)
    await caughtUp()
    assert.deepEqual(await amounts(), [])
    assert.equal(network.status()[0]?.reorganisations, 0)
  })

  it('takes back what was told of blocks that go, and tells once what comes again', async () => {
    start()
    await caughtUp()
    const snapshot = await chain.rpc('evm_snapshot')
    await approve(4)
    const gone = (await chain.rpc('eth_sendTransaction', [
      { from: OWNER, to: TOKEN, gas: '0x40000', data: `0x${'5'.padStart(64, '0')}` },
    ])) as Hex
    await mine()
    await mine(3)
    await until(async () => (await told()).length === 2)
    await chain.rpc('evm_revert', [snapshot])
    assert.equal(await chain.rpc('eth_getTransactionByHash', [gone]), null)
    // The same transaction, one block later.
    await mine()
    await approve(4)
    await mine(6)
    await caughtUp()
    assert.deepEqual(await told(), [{ amount: 4, blockNumber: (await headNumber()) - 5 }])
    const [status] = network.status()
    assert.deepEqual([status?.reorganisations, status?.withdrawn], [1, 2])
    assert.match(logged.join(), /judged blocks of a chain were orphaned/)
  })

  it('survives a reorganisation by anvil itself, some blocks deep', async () => {
    start()
    await caughtUp()
    await approve(6)
    await mine(3)
    await until(async () => (await told()).length === 1)
    await chain.rpc('anvil_reorg', [4, []])
    await mine(2)
    await caughtUp()
    assert.deepEqual(await amounts(), [])
    assert.equal(network.status()[0]?.reorganisations, 1)
  })

  it('goes on after a pause from its last block, and makes no request in the meantime', async () => {
    start()
    await caughtUp()
    await network.close()
    // What was under way arrives.
    await sleep(100)
    const asked = proxy.requests.length
    for (let index = 0; index < 30; index++) {
      await approve(100 + index)
      await mine()
    }
    await mine(150)
    assert.equal(proxy.requests.length, asked)
    start()
    await caughtUp()
    assert.deepEqual(
      await amounts(),
      Array.from({ length: 30 }, (_, index) => 100 + index),
    )
  })

  it('says which blocks it passes over because they are too old', async () => {
    start()
    await caughtUp()
    await network.close()
    await approve(7)
    await mine()
    await chain.rpc('evm_increaseTime', [8 * HOUR])
    await mine()
    await approve(8)
    await mine()
    await mine(2)
    // The watcher lives eight hours later.
    const real = Date.now
    Date.now = () => real() + 8 * HOUR * 1000
    try {
      start()
      await caughtUp()
    } finally {
      Date.now = real
    }
    assert.deepEqual(await amounts(), [8])
    assert.ok((network.status()[0]?.skipped ?? 0) >= 1)
    assert.match(logged.join(), /warn blocks are too old/)
  })

  it('watches only while a monitor exists, and then from then on', async () => {
    isWatching = false
    start()
    await approve(9)
    await mine(3)
    await sleep(50)
    assert.deepEqual([proxy.requests.length, network.status()], [0, []])
    isWatching = true
    network.wake()
    await until(() => network.status()[0]?.judged != null)
    isWatching = false
    network.wake()
    await until(() => network.status().length === 0)
    await approve(10)
    await mine(3)
    isWatching = true
    network.wake()
    await caughtUp()
    await approve(11)
    await mine(2)
    await until(async () => (await told()).length > 0)
    assert.deepEqual(await amounts(), [11])
  })

  it('goes on when the node that failed answers again', async () => {
    start()
    await caughtUp()
    proxy.rule = async () => ({ status: 503, answer: 'no' })
    await approve(12)
    await mine(3)
    await until(() => (network.status()[0]?.failures ?? 0) > 1)
    assert.match(logged.join(), /cannot be watched for now/)
    proxy.rule = null
    await caughtUp()
    assert.deepEqual(await amounts(), [12])
  })

  it('of two nodes one leads, and the other goes on when it ends', async () => {
    start()
    await caughtUp()
    const first = network
    start()
    const second = network
    await until(() => second.status().length > 0)
    await sleep(100)
    assert.deepEqual([first.status()[0]?.leading, second.status()[0]?.leading], [true, false])
    await approve(13)
    await mine(2)
    await until(async () => (await told()).length > 0)
    await first.close()
    await approve(14)
    await mine(2)
    await until(async () => (await told()).length > 1)
    assert.deepEqual(await amounts(), [13, 14])
  })
  describe('what moves inside of transactions', () => {
    const methodsOf = (body: unknown) => ([body].flat() as { method: string }[]).map(({ method }) => method)
    const traced = () => proxy.requests.flatMap(methodsOf).filter((method) => /trace.*block/i.test(method))
    const kept = async () => (await network.kept('ethereum', 'live'))?.inside
    const nodeWithoutMethods = (...missing: string[]): NonNullable<TestProxy['rule']> => {
      const error = { code: -32_601, message: 'the method is not available' }
      return async (body, forward) =>
        methodsOf(body).some((method) => missing.includes(method))
          ? { answer: { jsonrpc: '2.0', id: (body as { id: number }).id, error } }
          : { answer: await forward() }
    }

    it('is asked for only where a monitor wants it, and reported once through any reorganisation', async () => {
      start()
      await caughtUp()
      await pay(21)
      await mine(2)
      await caughtUp()
      assert.deepEqual([await amounts(), traced(), await kept()], [[], [], null])
      wantsInternalTransfers = true
      const snapshot = await chain.rpc('evm_snapshot')
      await pay(22)
      await mine(2)
      await until(async () => (await told()).length > 0)
      assert.equal(await kept(), 'seen')
      await chain.rpc('evm_revert', [snapshot])
      await mine()
      await pay(22)
      await mine(4)
      await caughtUp()
      assert.deepEqual(await told(), [{ amount: 22, blockNumber: (await headNumber()) - 3 }])
      assert.equal(network.status()[0]?.untraced, 0)
    })

    it('is seen by trace_block too', async () => {
      wantsInternalTransfers = true
      proxy.rule = nodeWithoutMethods('debug_traceBlockByHash')
      start()
      await caughtUp()
      await pay(23)
      await mine(2)
      await until(async () => (await told()).length > 0)
      assert.deepEqual([await amounts(), await kept()], [[23], 'seen'])
    })

    it('is unseen where no endpoint traces blocks, which is said and asked once', async () => {
      wantsInternalTransfers = true
      proxy.rule = nodeWithoutMethods('debug_traceBlockByHash', 'trace_block')
      start()
      await caughtUp()
      for (const amount of [24, 25]) {
        await pay(amount)
        await approve(amount)
        await mine(2)
        await caughtUp()
      }
      assert.deepEqual(await amounts(), [24, 25])
      assert.deepEqual([traced(), await kept()], [['debug_traceBlockByHash', 'trace_block'], 'unsupported'])
      assert.ok((network.status()[0]?.untraced ?? 0) >= 2)
      assert.deepEqual(logged, ['warn coins that move inside of transactions are not seen'])
    })

    it('delays no block where the endpoint does not answer, or answers nonsense', async () => {
      wantsInternalTransfers = true
      const wrong: Awaited<ReturnType<NonNullable<TestProxy['rule']>>>[] = [
        'hang',
        { status: 500, answer: 'no' },
        { answer: { jsonrpc: '2.0', id: 0, result: [{ txHash: 1 }] } },
      ]
      start()
      await caughtUp()
      for (const [index, answer] of wrong.entries()) {
        proxy.rule = async (body, forward) =>
          methodsOf(body).some((method) => /trace.*block/i.test(method)) ? answer : { answer: await forward() }
        await pay(30 + index)
        await approve(30 + index)
        await mine(2)
        await caughtUp()
        assert.equal(await kept(), 'failed')
      }
      assert.deepEqual(await amounts(), [30, 31, 32])
      const [status] = network.status()
      assert.deepEqual([status?.failures, status?.behind], [0, 0])
      proxy.rule = null
      // Endpoints that failed are left alone for a while.
      for (let amount = 40; (await kept()) !== 'seen'; amount++) {
        await pay(amount)
        await mine(2)
        await caughtUp()
      }
      assert.ok((await amounts()).some((amount) => amount >= 40))
      assert.match(logged.join(), /info coins that move inside of transactions are seen/)
    })

    it('is left out where there is more to catch up with', async () => {
      start()
      await caughtUp()
      await network.close()
      wantsInternalTransfers = true
      await pay(50)
      await mine(40)
      proxy.requests.length = 0
      start()
      await caughtUp()
      assert.deepEqual(await amounts(), [])
      assert.equal(network.status()[0]?.untraced, 1)
      await pay(51)
      await mine(2)
      await until(async () => (await told()).length > 0)
      assert.deepEqual(await amounts(), [51])
    })
  })
})
