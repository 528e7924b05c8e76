import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { type ProxyRule, startTestChain, startTestProxy, type TestChain } from '../simulation/testing/testChain.ts'
import type { BlockReads } from './blockReads.ts'
import { CHAIN_LIMITS, type ChainLimits } from './chainLimits.ts'
import { createChainSource } from './createChainSource.ts'
import type { ChainHeader } from './readWholeBlock.ts'
import { changing } from './testing/logProviders.ts'

const EMITTER: Hex = `0x${'e0'.repeat(20)}`
const SENDER: Hex = `0x${'5e'.repeat(20)}`
const timeoutSignal = () => AbortSignal.timeout(10_000)
const unavailable = (error: unknown) => error instanceof NetworkUnavailable

describe('blocks are read whole', () => {
  let chain: TestChain
  let busy: ChainHeader

  before(async () => {
    chain = await startTestChain()
    await chain.place({
      // Two logs that nothing but their place tells apart, and one more.
      [EMITTER]: { code: assemble('7 6 0 0 LOG2 7 6 0 0 LOG2 9 0 0 LOG1 STOP') },
      [SENDER]: { balance: 10n ** 20n },
    })
    for (let index = 0; index < 3; index++)
      await chain.rpc('eth_sendTransaction', [{ from: SENDER, to: EMITTER, gas: '0x30000', data: `0x0${index}` }])
    await chain.rpc('evm_mine')
    busy = await withReads([null], (reads) => reads.newest(false, timeoutSignal()))
    for (let index = 0; index < 6; index++) await chain.rpc('evm_mine')
  })
  after(() => chain.close())

  /** Over the given rules, one endpoint each. */
  async function withReads<Value>(
    rules: (ProxyRule | null)[],
    use: (reads: BlockReads, requests: () => unknown[]) => Promise<Value>,
    upstreams: string[] = [],
    limits: ChainLimits = CHAIN_LIMITS,
  ): Promise<Value> {
    const proxies = await Promise.all(rules.map((_, index) => startTestProxy(upstreams[index] ?? chain.url)))
    proxies.forEach((proxy, index) => {
      proxy.rule = rules[index] ?? null
    })
    const source = createChainSource({ chain: 'ethereum', urls: proxies.map(({ url }) => url), limits })
    try {
      return await use(source.blocks, () => proxies.flatMap(({ requests }) => requests))
    } finally {
      await source.close()
      await Promise.all(proxies.map((proxy) => proxy.close()))
    }
  }
  const logs = (change: (logs: unknown[]) => unknown) =>
    changing('eth_getLogs', (_, { result }) => ({ result: change(result as unknown[]) }))

  it('with their transactions and logs, in one batch', async () => {
    await withReads([null], async (reads, requests) => {
      await reads.newest(false, timeoutSignal())
      const before = requests().length
      const block = await reads.whole(busy, timeoutSignal())
      assert.equal(requests().length, before + 1)
      assert.deepEqual(
        block.transactions.map(({ from, to, value, input }) => [from, to, value, input]),
        ['0x00', '0x01', '0x02'].map((input) => [SENDER, EMITTER, 0n, input]),
      )
      assert.deepEqual(
        block.logs.map(({ logIndex, topics }) => [logIndex, topics.map((topic) => Number(topic))]),
        Array.from({ length: 9 }, (_, index) => [index, index % 3 === 2 ? [9] : [6, 7]]),
      )
      assert.equal(block.logs[4]?.transactionHash, block.transactions[1]?.hash)
      assert.deepEqual([block.parentHash, block.timestamp], [busy.parentHash, busy.timestamp])
    })
  })

  const lies: Record<string, ProxyRule> = {
    'no logs against the bloom': logs(() => []),
    'null for logs': logs(() => null),
    'one of two equal logs left out': logs((all) => all.filter((_, index) => index !== 1)),
    'logs of another block': logs((all) =>
      all.map((log) => ({ ...(log as object), blockHash: `0x${'bb'.repeat(32)}` })),
    ),
    'logs that were removed': logs((all) => all.map((log) => ({ ...(log as object), removed: true }))),
    'a log of no transaction': logs((all) =>
      all.map((log) => ({ ...(log as object), transactionHash: `0x${'bb'.repeat(32)}` })),
    ),
    'another topic': logs((all) =>
      all.map((log, at) => (at === 2 ? { ...(log as object), topics: [`0x${'0a'.padStart(64, '0')}`] } : log)),
    ),
    'another block': changing('eth_getBlockByHash', (_, { result }) => ({
      result: { ...(result as object), hash: `0x${'bb'.repeat(32)}` },
    })),
    'no block': changing('eth_getBlockByHash', () => ({ result: null })),
    'too many requests': changing('eth_getLogs', () => ({ status: 429 })),
  }
  for (const [name, lie] of Object.entries(lies)) {
    it(`${name}: another endpoint is asked`, async () => {
      await withReads([lie, null], async (reads) => {
        assert.equal((await reads.whole(busy, timeoutSignal())).logs.length, 9)
      })
    })
    it(`${name}: of all endpoints, and there is no block`, async () => {
      // Receipts would do for what only the logs lack.
      const both: ProxyRule = async (body, forward) => {
        const receipts = [body].flat().some((one) => /Receipt/.test((one as { method: string }).method))
        return receipts ? { status: 500, answer: 'no' } : lie(body, forward)
      }
      await withReads([both, both], async (reads) => assert.rejects(reads.whole(busy, timeoutSignal()), unavailable))
    })
  }

  const refusals: [number, string][] = [
    [-32_005, 'query returned more than 10000 results'],
    [-32_602, 'Log response size exceeded. this block range should work: [0x1, 0x2]'],
    [-32_000, 'exceed maximum block range: 5000'],
    [-32_614, 'eth_getLogs is limited to a 5 range'],
    [-32_062, 'block range is too wide'],
    [35, 'ranges over 10000 blocks are not supported on freetier'],
    [-32_701, 'History has been pruned for this block'],
    [-32_602, 'invalid argument 0: cannot unmarshal blockHash'],
    [-32_601, 'the method eth_getLogs is not available'],
  ]
  for (const [code, message] of refusals) {
    it(`"${message}": another endpoint, else the receipts`, async () => {
      const refuse = changing('eth_getLogs', () => ({ error: { code, message } }))
      await withReads([refuse, null], async (reads) => {
        assert.equal((await reads.whole(busy, timeoutSignal())).logs.length, 9)
      })
      await withReads([refuse], async (reads) => {
        assert.equal((await reads.whole(busy, timeoutSignal())).logs.length, 9)
      })
    })
  }

  it('one endpoint lags: of everyone the highest is taken', async () => {
    const stale = changing('eth_getBlockByNumber', ({ params }, answer) =>
      (params as unknown[])[0] === 'latest' ? { result: { ...(answer.result as object), number: '0x1' } } : null,
    )
    await withReads([stale, null], async (reads) => {
      assert.equal((await reads.newest(false, timeoutSignal())).number, 1n)
      assert.equal((await reads.newest(true, timeoutSignal())).number, busy.number + 6n)
    })
  })

  it('an endpoint that comes to be of another chain is not believed', async () => {
    let id = '0x1'
    const moved = changing('eth_chainId', () => ({ result: id }))
    await withReads([moved], async (reads) => {
      await reads.newest(false, timeoutSignal())
      id = '0x38'
      await assert.rejects(reads.newest(false, timeoutSignal()), unavailable)
      await assert.rejects(reads.newest(true, timeoutSignal()), unavailable)
    })
  })

  it('ancestors are proved by their children, whatever an endpoint has at their numbers', async () => {
    const fork = changing('eth_getBlockByNumber', ({ params }, { result }) => {
      if ((params as unknown[])[0] === 'latest' || result === null) return null
      return { result: { ...(result as object), hash: `0x${'bb'.repeat(32)}` } }
    })
    for (const rules of [[null], [fork]]) {
      await withReads(rules, async (reads) => {
        const head = await reads.newest(false, timeoutSignal())
        const ancestors = await reads.ancestors(head, busy.number, timeoutSignal())
        assert.deepEqual(
          ancestors.map(({ number }) => number),
          [0n, 1n, 2n, 3n, 4n, 5n].map((index) => busy.number + index),
        )
        assert.deepEqual(ancestors[0], busy)
        assert.deepEqual(await reads.ancestors(head, head.number, timeoutSignal()), [])
      })
    }
  })

  describe('a block full of logs that cost little', () => {
    const FLOODER: Hex = `0x${'f1'.repeat(20)}`
    let flooded: ChainHeader
    // One transaction's receipt fits an answer, and two do not.
    const small = { ...CHAIN_LIMITS, maxAnswerBytes: 200_000 }

    before(async () => {
      await chain.place({ [FLOODER]: { code: assemble(`${'0 0 LOG0 '.repeat(300)}STOP`) } })
      for (let index = 0; index < 3; index++)
        await chain.rpc('eth_sendTransaction', [{ from: SENDER, to: FLOODER, gas: '0x40000', data: `0x0${index}` }])
      await chain.rpc('eth_sendTransaction', [{ from: SENDER, to: EMITTER, gas: '0x30000', data: '0x09' }])
      await chain.rpc('evm_mine')
      flooded = await withReads([null], (reads) => reads.newest(false, timeoutSignal()))
    })

    it('is read with each receipt by itself', async () => {
      await withReads(
        [null],
        async (reads) => {
          const { logs, transactions } = await reads.whole(flooded, timeoutSignal())
          assert.deepEqual([logs.length, transactions.length], [903, 4])
          assert.deepEqual(
            logs.slice(-3).map(({ topics }) => topics.length),
            [2, 2, 1],
          )
        },
        [],
        small,
      )
    })

    const receiptLies: Record<string, (receipt: { logs: object[] }) => unknown> = {
      'of another block': (receipt) => ({ ...receipt, blockHash: `0x${'bb'.repeat(32)}` }),
      'without a log': (receipt) => ({ ...receipt, logs: receipt.logs.slice(1) }),
      'that is null': () => null,
    }
    for (const [name, lie] of Object.entries(receiptLies))
      it(`a receipt ${name}: there is no block`, async () => {
        const liar = changing('eth_getTransactionReceipt', (_, { result }) => ({ result: lie(result as never) }))
        await withReads(
          [liar],
          (reads) => assert.rejects(reads.whole(flooded, timeoutSignal()), unavailable),
          [],
          small,
        )
      })
  })
})
