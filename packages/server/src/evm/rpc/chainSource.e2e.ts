import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../simulation/testing/testChain.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainSource } from './chainSource.ts'
import { createChainSource } from './createChainSource.ts'
import { readBlock } from './heads.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const HOLDER = at('401d')
const CODE = at('c0de')
const RICH = 5n * 10n ** 18n
const timeoutSignal = () => AbortSignal.timeout(5_000)
const NOWHERE = 'http://127.0.0.1:1'

let chain: TestChain
let other: TestChain

before(async () => {
  chain = await startTestChain()
  other = await startTestChain({ chainId: 56 })
  await chain.place({
    [HOLDER]: { balance: RICH, nonce: 3 },
    [CODE]: { code: assemble('1 0 SLOAD STOP'), storage: { '0x01': `0x${'07'.padStart(64, '0')}` } },
  })
})
after(async () => {
  await chain.close()
  await other.close()
})

/** Opens a source over the given rules, one proxy each, and closes all of it afterwards. */
async function withSource(
  rules: (ProxyRule | null)[],
  test: (source: ChainSource, proxies: TestProxy[]) => Promise<void>,
  limits: Partial<ChainLimits> = {},
): Promise<void> {
  const proxies = await Promise.all(rules.map(() => startTestProxy(chain.url)))
  proxies.forEach((proxy, index) => {
    proxy.rule = rules[index] ?? null
  })
  const urls = proxies.map(({ url }) => url)
  const source = createChainSource({ chain: 'ethereum', urls, limits: { headReuseMs: 0, ...limits } })
  try {
    await test(source, proxies)
  } finally {
    await source.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}

type Message = { id: number; method: string; result?: unknown }

/** Replaces the result of every answer to one method. */
const lie =
  (method: string, result: unknown): ProxyRule =>
  async (body, forward) => {
    const requests = (Array.isArray(body) ? body : [body]) as Message[]
    const answer = await forward()
    const answers = (Array.isArray(answer) ? answer : [answer]) as Message[]
    const changed = answers.map((one) => {
      const asked = requests.find(({ id }) => id === one.id)
      return asked?.method === method ? { jsonrpc: '2.0', id: one.id, result } : one
    })
    return { answer: Array.isArray(answer) ? changed : changed[0] }
  }
const dead: ProxyRule = async () => ({ status: 502, answer: 'bad gateway' })
const hang: ProxyRule = async () => 'hang'

describe('reads', () => {
  it('answer the state at the pinned block, once', () =>
    withSource([null], async (source, [proxy]) => {
      const block = await source.head(timeoutSignal())
      const reads = () =>
        Promise.all([
          source.balance(block, HOLDER, timeoutSignal()),
          source.nonce(block, HOLDER, timeoutSignal()),
          source.code(block, CODE, timeoutSignal()),
          source.storage(block, CODE, '0x1', timeoutSignal()),
        ])
      const counted = proxy?.requests.length ?? 0
      assert.deepEqual(await reads(), [RICH, 3, assemble('1 0 SLOAD STOP'), `0x${'7'.padStart(64, '0')}`])
      assert.equal(proxy?.requests.length, counted + 1, 'one batch')
      await reads()
      assert.equal(proxy?.requests.length, counted + 1, 'then the cache')
    }))

  it('of the same value by several scans share one request', () =>
    withSource([null], async (source, [proxy]) => {
      const block = await source.head(timeoutSignal())
      const counted = proxy?.requests.length ?? 0
      await Promise.all(Array.from({ length: 20 }, () => source.balance(block, HOLDER, timeoutSignal())))
      assert.equal(proxy?.requests.length, counted + 1)
      assert.ok(!Array.isArray(proxy?.requests.at(-1)))
    }))

  it('travel in batches no larger than the cap', () =>
    withSource(
      [null],
      async (source, [proxy]) => {
        const block = await source.head(timeoutSignal())
        const counted = proxy?.requests.length ?? 0
        await Promise.all(Array.from({ length: 25 }, (_, i) => source.balance(block, at(`${i}abc`), timeoutSignal())))
        const sizes = proxy?.requests.slice(counted).map((body) => (Array.isArray(body) ? body.length : 1))
        assert.deepEqual(sizes, [10, 10, 5])
      },
      { maxBatch: 10 },
    ))

  it('of mined transactions travel together, 25 at most; one that is unknown costs no other', () =>
    withSource([null], async (source, [proxy]) => {
      const sender = at('5e4d')
      await chain.place({ [sender]: { balance: RICH } })
      const known = (await chain.rpc('eth_sendTransaction', [{ from: sender, to: sender, gas: '0x5208' }])) as Hex
      await chain.rpc('evm_mine')
      await source.head(timeoutSignal())
      const counted = proxy?.requests.length ?? 0
      const hashes = Array.from({ length: 60 }, (_, i): Hex => `0x${(i + 1).toString(16).padStart(64, '0')}`)
      const found = await Promise.all(
        [...hashes.slice(1), known].map((hash) => source.transaction(hash, timeoutSignal())),
      )
      const sizes = proxy?.requests.slice(counted).map((body) => (Array.isArray(body) ? body.length : 1))
      assert.deepEqual(sizes, [25, 25, 10])
      assert.deepEqual(
        found.flatMap((one) => one?.sender ?? []),
        [sender],
      )
    }))

  it('begin with the check of the endpoint, in the same message', () =>
    withSource([null], async (source, [proxy]) => {
      await source.head(timeoutSignal())
      const batches = (proxy?.requests ?? []) as { method: string }[][]
      const methods = batches.map((batch) => batch.map(({ method }) => method))
      assert.deepEqual(methods, [['eth_chainId', 'eth_call', 'eth_call', 'eth_getBlockByNumber']])
    }))

  it('wait for that check where they do not fit beside it', async () => {
    const source = createChainSource({ chain: 'ethereum', urls: [other.url], limits: { maxBatch: 3 } })
    try {
      // A block that the endpoint has: only the failed check may withhold its balances.
      const pinned = readBlock('ethereum', await other.rpc('eth_getBlockByNumber', ['latest', false]))
      const reads = Array.from({ length: 9 }, (_, i) => source.balance(pinned, at(`${i}abc`), timeoutSignal()))
      for (const read of await Promise.allSettled(reads)) assert.equal(read.status, 'rejected')
    } finally {
      await source.close()
    }
  })

  it('fall back to single requests where batches are refused, and remember it', () => {
    const single: ProxyRule = async (body, forward) =>
      Array.isArray(body)
        ? { status: 400, answer: { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batch here' } } }
        : { answer: await forward() }
    return withSource([single], async (source, [proxy]) => {
      const block = await source.head(timeoutSignal())
      const counted = proxy?.requests.length ?? 0
      const balances = [HOLDER, at('1'), at('2')].map((address) => source.balance(block, address, timeoutSignal()))
      assert.deepEqual(await Promise.all(balances), [RICH, 0n, 0n])
      assert.ok(proxy?.requests.slice(counted).every((body) => !Array.isArray(body)))
    })
  })

  it('tell a call that reverts from one that cannot be made', () =>
    withSource([null], async (source) => {
      await chain.place({ [at('4e')]: { code: assemble('0 0 REVERT') } })
      const block = await source.head(timeoutSignal())
      assert.equal(await source.call(block, { to: at('4e'), data: '0x' }, timeoutSignal()), null)
      assert.equal(await source.call(block, { to: CODE, data: '0x' }, timeoutSignal()), '0x')
    }))

  it('find code in the past, logs and block hashes', () =>
    withSource([null], async (source) => {
      const block = await source.head(timeoutSignal())
      assert.equal(await source.codeAt(block, 0n, CODE, timeoutSignal()), assemble('1 0 SLOAD STOP'))
      const read = { to: CODE, data: '0x' as const }
      assert.equal(
        await source.callAt(block, 0n, read, timeoutSignal()),
        await source.call(block, read, timeoutSignal()),
      )
      assert.deepEqual(await source.logs({ fromBlock: 0n, toBlock: block.number }, timeoutSignal()), [])
      assert.equal(await source.blockHash(block.number, timeoutSignal()), block.hash)
    }))

  it('share the head within its reuse time', () =>
    withSource(
      [null],
      async (source, [proxy]) => {
        await source.head(timeoutSignal())
        const counted = proxy?.requests.length
        await Promise.all([source.head(timeoutSignal()), source.head(timeoutSignal())])
        assert.equal(proxy?.requests.length, counted)
      },
      { headReuseMs: 60_000 },
    ))
})

describe('what happened', () => {
  const MAKER: Address = `0x${'7a'.repeat(20)}`
  /** Runs CREATE without init code: a contract makes an empty contract. */
  const FACTORY = assemble('0 0 0 CREATE STOP')

  const mined = async (transaction: object): Promise<{ hash: Hex; made: Address | null; block: bigint }> => {
    const hash = (await chain.rpc('eth_sendTransaction', [{ gas: '0x30d40', ...transaction }])) as Hex
    await chain.rpc('evm_mine')
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as Record<string, string | null>
    return { hash, made: receipt.contractAddress as Address | null, block: BigInt(receipt.blockNumber ?? 0) }
  }

  it('is told of transactions, blocks, and contracts made by them and inside them', () =>
    withSource([null], async (source) => {
      await chain.place({ [MAKER]: { balance: RICH }, [at('fac')]: { code: FACTORY } })
      // Init code that returns one byte, STOP.
      const direct = await mined({ from: MAKER, data: '0x60016000f3' })
      const inside = await mined({ from: MAKER, to: at('fac') })
      const sent = { sender: MAKER, to: null, data: '0x60016000f3', blockNumber: direct.block }
      assert.deepEqual(await source.transaction(direct.hash, timeoutSignal()), sent)
      assert.equal((await source.blockAt(direct.block, timeoutSignal())).number, direct.block)
      const creation = { contract: direct.made, maker: MAKER, transaction: direct.hash }
      assert.deepEqual(await source.contractCreator(direct.made as Address, timeoutSignal()), creation)
      assert.deepEqual(await source.creationsIn(direct.block, timeoutSignal()), [creation])
      const [made] = (await source.creationsIn(inside.block, timeoutSignal())) ?? []
      assert.deepEqual([made?.maker, made?.transaction], [at('fac'), inside.hash])
      assert.deepEqual(await source.creationsIn(0n, timeoutSignal()), [])
      assert.equal(await source.contractCreator(at('0b0d'), timeoutSignal()), null)
      assert.equal(await source.transaction(`0x${'1'.repeat(64)}`, timeoutSignal()), null)
    }))

  const lacks =
    (...methods: string[]): ProxyRule =>
    async (body, forward) => {
      const requests = (Array.isArray(body) ? body : [body]) as Message[]
      const answer = await forward()
      const refused = ((Array.isArray(answer) ? answer : [answer]) as Message[]).map((one) => {
        const method = requests.find(({ id }) => id === one.id)?.method ?? ''
        const error = { code: -32_601, message: `the method ${method} does not exist/is not available` }
        return methods.includes(method) ? { jsonrpc: '2.0', id: one.id, error } : one
      })
      return { answer: Array.isArray(answer) ? refused : refused[0] }
    }

  it('is null where no endpoint offers it, and receipts stand in for traces', async () => {
    const { hash, made, block } = await mined({ from: MAKER, data: '0x60016000f3' })
    await withSource([lacks('ots_getContractCreator', 'trace_block')], async (source) => {
      assert.equal(await source.contractCreator(made as Address, timeoutSignal()), null)
      assert.deepEqual(await source.creationsIn(block, timeoutSignal()), [
        { contract: made, maker: MAKER, transaction: hash },
      ])
      assert.equal(
        await source.balance(await source.head(timeoutSignal()), HOLDER, timeoutSignal()),
        RICH,
        'the endpoint is not blamed',
      )
    })
    await withSource([lacks('eth_getBlockReceipts', 'trace_block')], async (source) => {
      assert.equal(await source.creationsIn(block, timeoutSignal()), null)
    })
  })

  it('from an endpoint that lies in form is asked of the next, or is unavailable', async () => {
    await withSource([lie('ots_getContractCreator', { hash: '0x', creator: 'me' }), null], async (source) => {
      assert.equal(await source.contractCreator(at('0b0d'), timeoutSignal()), null)
    })
    await withSource([lie('eth_getTransactionByHash', '<html>')], async (source) => {
      await assert.rejects(source.transaction(`0x${'1'.repeat(64)}`, timeoutSignal()), { name: 'NetworkUnavailable' })
    })
  })
})

describe('endpoints', () => {
  const bad: Record<string, ProxyRule> = {
    'answers 502': dead,
    'is on another chain': lie('eth_chainId', '0x38'),
    'answers null blocks': lie('eth_getBlockByNumber', null),
    'answers null storage': lie('eth_getStorageAt', null),
    'answers 0x as a word': lie('eth_getStorageAt', '0x'),
    'answers 0x as a balance': lie('eth_getBalance', '0x'),
    'answers malformed 0xef01 code': lie('eth_getCode', '0xef01aa'),
    'answers other ids': async (_, forward) => {
      const answer = await forward()
      const shifted = (one: Message) => ({ ...one, id: one.id + 1_000 })
      return { answer: Array.isArray(answer) ? answer.map(shifted) : shifted(answer as Message) }
    },
    'leaves answers out of a batch': async (_, forward) => {
      const answer = await forward()
      return { answer: Array.isArray(answer) ? answer.slice(1) : {} }
    },
    'answers no JSON-RPC': async () => ({ answer: '<html>' }),
  }
  for (const [name, rule] of Object.entries(bad))
    it(`one that ${name} is replaced by the next`, () =>
      withSource([rule, null], async (source) => {
        const block = await source.head(timeoutSignal())
        const [balance, storage, code] = await Promise.all([
          source.balance(block, HOLDER, timeoutSignal()),
          source.storage(block, CODE, '0x1', timeoutSignal()),
          source.code(block, CODE, timeoutSignal()),
        ])
        assert.equal(balance, RICH)
        assert.equal(BigInt(storage), 7n)
        assert.equal(code, assemble('1 0 SLOAD STOP'))
      }))

  for (const [name, rule] of Object.entries(bad).filter(([, rule]) => rule !== dead))
    it(`alone, one that ${name} is an unavailable upstream, never a zero`, () =>
      withSource([rule], async (source) => {
        const reads = async () => {
          const block = await source.head(timeoutSignal())
          await source.balance(block, HOLDER, timeoutSignal())
          await source.storage(block, CODE, '0x1', timeoutSignal())
          await source.code(block, CODE, timeoutSignal())
          await Promise.all([source.nonce(block, HOLDER, timeoutSignal()), source.nonce(block, CODE, timeoutSignal())])
        }
        await assert.rejects(reads(), (error) => error instanceof NetworkUnavailable)
      }))

  it('that hang are left within the attempt', () =>
    withSource(
      [hang, null],
      async (source) => {
        const block = await source.head(timeoutSignal())
        assert.equal(await source.balance(block, HOLDER, timeoutSignal()), RICH)
      },
      // The same limit holds for the endpoint that answers.
      { attemptTimeoutMs: 2_000 },
    ))

  it('that are all dead give NetworkUnavailable with the seconds to wait, well within a deadline', async () => {
    const source = createChainSource({ chain: 'ethereum', urls: [NOWHERE, NOWHERE] })
    try {
      for (let round = 0; round < 3; round++)
        await assert.rejects(source.head(AbortSignal.timeout(3_000)), (error) => {
          assert.ok(error instanceof NetworkUnavailable)
          assert.equal(error.chain, 'ethereum')
          assert.ok(error.retryAfter >= 1)
          return true
        })
      assert.match(String(await source.readiness(timeoutSignal())), /^(?!\[object)./)
    } finally {
      await source.close()
    }
  })

  it('that only hang give it too', () =>
    withSource(
      [hang, hang],
      async (source) => {
        await assert.rejects(source.head(timeoutSignal()), { name: 'NetworkUnavailable' })
      },
      { attemptTimeoutMs: 100 },
    ))

  it('come back after their back-off', () =>
    withSource(
      [dead],
      async (source, [proxy]) => {
        await assert.rejects(source.head(timeoutSignal()))
        if (proxy) proxy.rule = null
        await new Promise((resolve) => setTimeout(resolve, 30))
        assert.ok((await source.head(timeoutSignal())).number > 0n)
        assert.deepEqual(await source.readiness(timeoutSignal()), await source.head(timeoutSignal()))
      },
      { backOffMs: 10 },
    ))

  it('are not blamed once for each read of a lost batch', () =>
    withSource(
      [null],
      async (source, [proxy]) => {
        const block = await source.head(timeoutSignal())
        if (proxy) proxy.rule = hang
        const reads = Array.from({ length: 30 }, (_, i) => source.balance(block, at(`${i}bad`), timeoutSignal()))
        for (const read of await Promise.allSettled(reads)) assert.equal(read.status, 'rejected')
        const refused = await source.head(timeoutSignal()).catch((error: unknown) => error)
        assert.ok(refused instanceof NetworkUnavailable && refused.retryAfter <= 1)
      },
      { attemptTimeoutMs: 1_000 },
    ))

  it('of another chain say so in readiness', async () => {
    const source = createChainSource({ chain: 'ethereum', urls: [other.url] })
    assert.match(String(await source.readiness(timeoutSignal())), /answers for chain 56, expected 1/)
    await source.close()
  })

  it('without blocks by hash are asked by number', () => {
    const old: ProxyRule = async (body, forward) => {
      const requests = (Array.isArray(body) ? body : [body]) as (Message & { params?: unknown[] })[]
      const refuses = requests.some(({ params }) =>
        params?.some((one) => typeof one === 'object' && one !== null && 'blockHash' in one),
      )
      if (!refuses) return { answer: await forward() }
      const refused = requests.map(({ id }) => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32_602, message: 'invalid argument 1' },
      }))
      return { answer: Array.isArray(body) ? refused : refused[0] }
    }
    return withSource([old], async (source) => {
      const block = await source.head(timeoutSignal())
      assert.equal(await source.balance(block, HOLDER, timeoutSignal()), RICH)
    })
  })

  it('do not hold back a caller who gives up', () =>
    withSource([hang], async (source) => {
      const reason = new Error('gave up')
      const controller = new AbortController()
      const head = source.head(controller.signal)
      controller.abort(reason)
      await assert.rejects(head, reason)
    }))
})
