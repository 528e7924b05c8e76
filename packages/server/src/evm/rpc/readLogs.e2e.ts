import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import fc from 'fast-check'
import { assemble } from '../simulation/testing/assembler.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../simulation/testing/testChain.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, ChainSource, LogPage } from './chainSource.ts'
import { createChainSource } from './createChainSource.ts'
import { changing, PROVIDERS, provider, type Request } from './testing/logProviders.ts'

// Logs of a real node, behind endpoints that refuse in the words of the providers.

const EMITTER: Address = `0x${'e1'.repeat(20)}`
const HOLDER: Address = `0x${'ac'.repeat(20)}`
const BLOCKS = 260
const timeoutSignal = () => AbortSignal.timeout(20_000)
let chain: TestChain
let every: ChainLog[]
let head: bigint

before(async () => {
  chain = await startTestChain()
  // LOG1 with the first word of the call data as its topic, as often as the second word says.
  const code = assemble('32 CALLDATALOAD :more JUMPDEST 0 CALLDATALOAD 0 0 LOG1 1 SWAP1 SUB DUP1 @more JUMPI STOP')
  await chain.place({ [EMITTER]: { code }, [HOLDER]: { balance: 10n ** 20n } })
  for (let block = 0; block < BLOCKS; block++) {
    const times = block % 7 === 0 ? 3 : block % 40 === 1 ? 40 : block % 2
    if (times > 0)
      await chain.rpc('eth_sendTransaction', [{ from: HOLDER, to: EMITTER, gas: '0x100000', data: emit(1, times) }])
    await chain.rpc('evm_mine')
  }
  head = BigInt((await chain.rpc('eth_blockNumber')) as Hex)
  const source = createChainSource({ chain: 'ethereum', urls: [chain.url] })
  every = await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal())
  await source.close()
  assert.ok(every.length > 400, `${every.length} logs`)
})
after(() => chain?.close())

const word = (value: number) => value.toString(16).padStart(64, '0')
const emit = (topic: number, times: number): Hex => `0x${word(topic)}${word(times)}`

async function withSource<Value>(
  rules: (ProxyRule | null)[],
  test: (source: ChainSource, proxies: TestProxy[]) => Promise<Value>,
  limits: Partial<ChainLimits> = {},
): Promise<Value> {
  const proxies = await Promise.all(rules.map(() => startTestProxy(chain.url)))
  proxies.forEach((proxy, at) => {
    proxy.rule = rules[at] ?? null
  })
  const source = createChainSource({ chain: 'ethereum', urls: proxies.map(({ url }) => url), limits })
  try {
    return await test(source, proxies)
  } finally {
    await source.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}
const asked = (proxy: TestProxy | undefined) =>
  ((proxy?.requests ?? []).flat() as Request[])
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params }) => params[0])
describe('all logs are read of', () => {
  for (const [name, rule] of Object.entries(PROVIDERS))
    it(name, () =>
      withSource([rule], async (source) => {
        assert.deepEqual(await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), every)
        // Nothing of it was held against the endpoint.
        await source.head(timeoutSignal())
      }),
    )

  it('an endpoint that answers more than the first', () =>
    withSource([PROVIDERS['Cloudflare, 8 blocks'] ?? null, null], async (source, proxies) => {
      assert.deepEqual(await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), every)
      await source.logs({ fromBlock: 1n, toBlock: head }, timeoutSignal())
      assert.deepEqual(
        proxies.map((proxy) => asked(proxy).length),
        [1, 2],
      )
    }))

  it('an endpoint that answers too late for wide ranges', () => {
    const late = provider(({ from, to }) => (to - from > 90 ? 'hang' : null))
    return withSource(
      [late],
      async (source) => {
        assert.deepEqual(await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), every)
      },
      { slowAttemptTimeoutMs: 2_000 },
    )
  })

  it('endpoints over their rate limits, once these let us', () => {
    let refused = 0
    const limited = provider(() => (refused++ < 4 ? { status: 429 } : null))
    return withSource(
      [limited],
      async (source) => {
        assert.deepEqual(await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), every)
      },
      { backOffMs: 20 },
    )
  })
})

describe('what was learned of an endpoint', () => {
  it('is used from the first request of the next read on, several windows at a time', () =>
    withSource([PROVIDERS['QuickNode, 50 blocks'] ?? null], async (source, [proxy]) => {
      await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal())
      const first = asked(proxy).length
      assert.deepEqual(
        await source.logs({ fromBlock: 1n, toBlock: head }, timeoutSignal()),
        every.filter(({ blockNumber }) => blockNumber > 0n),
      )
      assert.equal(asked(proxy).length - first, Math.ceil(Number(head) / 50))
    }))

  it('windows grow again after dense blocks', () =>
    withSource([PROVIDERS['Infura, 60 logs'] ?? null], async (source, [proxy]) => {
      await source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal())
      const widths = asked(proxy).map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock))
      assert.ok(asked(proxy).length < 60, `${widths}`)
    }))
})

describe('errors never become no logs', () => {
  const cases: Record<string, ProxyRule> = {
    'null in the place of a list': changing('eth_getLogs', () => ({ result: null })),
    'one block that is too much': provider(() => ({
      code: -32_005,
      message: 'query returned more than 10000 results',
    })),
    'pruned history': provider(({ from }) =>
      from < 100 ? { code: 4444, message: 'pruned history unavailable' } : null,
    ),
    'the last window refused by an error': provider(({ from, to }) =>
      to - from > 60
        ? { code: -32_000, message: 'exceed maximum block range: 60' }
        : from > 180
          ? { code: -32_000, message: 'internal error' }
          : null,
    ),
    'a rate limit without end': provider(() => ({ status: 429 })),
    'logs of other blocks': changing('eth_getLogs', (_, { result }) => ({
      result: (result as object[]).map((log) => ({ ...log, blockNumber: '0x7fffffff' })),
    })),
  }
  for (const [what, rule] of Object.entries(cases))
    it(what, () =>
      withSource(
        [rule],
        async (source) => {
          await assert.rejects(source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), {
            name: 'NetworkUnavailable',
          })
        },
        { backOffMs: 5, maxBackOffMs: 20 },
      ),
    )

  it('silence of the only endpoint ends', () => {
    const silent = provider(() => 'hang')
    return withSource(
      [silent],
      async (source, [proxy]) => {
        await assert.rejects(source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), {
          name: 'NetworkUnavailable',
        })
        assert.ok(asked(proxy).length <= 4, `${asked(proxy).length}`)
      },
      { slowAttemptTimeoutMs: 100 },
    )
  })

  for (const [what, refusal] of Object.entries({
    'a node that fails at logs': { code: -32_005, message: 'internal server error' },
    'a node whose logs are over a limit': { status: 429 },
  }))
    it(`${what} is asked its state as before`, () =>
      withSource([provider(() => refusal)], async (source) => {
        await assert.rejects(source.logs({ fromBlock: 0n, toBlock: head }, timeoutSignal()), {
          name: 'NetworkUnavailable',
        })
        assert.equal((await source.head(timeoutSignal())).number, head)
      }))

  it('logs of an endpoint that has not got the pinned block are not believed', () => {
    const lagging = changing('eth_getBlockByNumber', () => ({ result: null }))
    return withSource([null], async (source) => {
      const pin = await source.head(timeoutSignal())
      await withSource([lagging, null], async (both, proxies) => {
        assert.deepEqual(await both.logs({ fromBlock: 0n, toBlock: pin.number, pin }, timeoutSignal()), every)
        assert.deepEqual(
          proxies.map((proxy) => asked(proxy).length),
          [1, 1],
        )
      })
      await withSource([lagging], async (alone) => {
        await assert.rejects(alone.logs({ fromBlock: 0n, toBlock: pin.number, pin }, timeoutSignal()), {
          name: 'NetworkUnavailable',
        })
      })
    })
  })
})

describe('a read part by part', () => {
  const read = async (pages: AsyncIterable<LogPage>, most = Number.POSITIVE_INFINITY) => {
    const parts: LogPage[] = []
    for await (const page of pages) if (parts.push(page) >= most) break
    return parts
  }
  const narrow = PROVIDERS['BSC, 25 blocks'] ?? null

  it('is in order, without gaps, and says how far it is', () =>
    withSource([narrow], async (source) => {
      const progress: bigint[] = []
      const onProgress = ({ blocks }: { blocks: bigint }) => progress.push(blocks)
      const parts = await read(source.logPages({ fromBlock: 0n, toBlock: head }, { onProgress }))
      assert.deepEqual(
        parts.flatMap(({ logs }) => logs),
        every,
      )
      assert.deepEqual(
        parts.slice(1).map(({ fromBlock }) => fromBlock),
        parts.slice(0, -1).map(({ toBlock }) => toBlock + 1n),
      )
      assert.deepEqual([parts[0]?.fromBlock, parts.at(-1)?.toBlock, progress.at(-1)], [0n, head, head + 1n])
    }))

  it('is taken up again where it was left', () =>
    withSource([narrow], async (source) => {
      const before = await read(source.logPages({ fromBlock: 0n, toBlock: head }), 3)
      const cursor = (before.at(-1)?.toBlock ?? 0n) + 1n
      const later = await read(source.logPages({ fromBlock: cursor, toBlock: head }))
      assert.deepEqual(
        [...before, ...later].flatMap(({ logs }) => logs),
        every,
      )
    }))

  it('newest first costs little more than what is read', () =>
    withSource(
      [narrow],
      async (source, [proxy]) => {
        const newest = { newestFirst: true }
        const [part] = await read(source.logPages({ fromBlock: 0n, toBlock: head }, newest), 1)
        assert.equal(part?.toBlock, head)
        assert.deepEqual(
          part?.logs,
          every.filter(({ blockNumber }) => blockNumber >= (part?.fromBlock ?? 0n)),
        )
        await new Promise((resolve) => setTimeout(resolve, 50))
        assert.ok(asked(proxy).length <= 4, `${asked(proxy).length}`)
        const all = await read(source.logPages({ fromBlock: 0n, toBlock: head }, newest))
        assert.deepEqual(
          all.reverse().flatMap(({ logs }) => logs),
          every,
        )
      },
      { logRequests: 2 },
    ))

  it('stops when it is told to', () =>
    withSource([provider(() => 'hang')], async (source) => {
      const stop = new AbortController()
      setTimeout(() => stop.abort(new Error('enough')), 50)
      await assert.rejects(read(source.logPages({ fromBlock: 0n, toBlock: head }, { signal: stop.signal })), /enough/)
    }))
})

it('for any limits of an endpoint, the logs read are the node’s', async () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: BLOCKS }), fc.integer({ min: 0, max: BLOCKS }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  const property = fc.asyncProperty(
    range,
    fc.integer({ min: 1, max: 300 }),
    fc.integer({ min: 41, max: 300 }),
    fc.integer({ min: 1, max: 12 }),
    fc.boolean(),
    fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
    async ([from, to], blocks, most, logRequests, newestFirst, chances) => {
      let busy = 0
      const rule = provider(({ from: first, to: last, logs }) => {
        if (chances.next().value === 0 && busy++ < 3) return { code: 429, message: 'Too Many Requests' }
        if (last - first >= blocks)
          return {
            code: -32_000,
            message: blocks % 2 ? 'block range is too wide' : `exceed maximum block range: ${blocks}`,
          }
        return logs.length > most ? { code: -32_005, message: 'query returned more than 10000 results' } : null
      })
      await withSource(
        [rule],
        async (source) => {
          const parts: LogPage[] = []
          const filter = { address: [EMITTER], fromBlock: BigInt(from), toBlock: BigInt(to) }
          for await (const page of source.logPages(filter, { newestFirst, signal: timeoutSignal() })) parts.push(page)
          const expected = every.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
          assert.deepEqual(
            (newestFirst ? parts.reverse() : parts).flatMap(({ logs }) => logs),
            expected,
          )
        },
        { logRequests, backOffMs: 5, maxBackOffMs: 20 },
      )
    },
  )
  await fc.assert(property, { numRuns: 25 })
})
