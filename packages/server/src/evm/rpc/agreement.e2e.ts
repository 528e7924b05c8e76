import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../simulation/testing/testChain.ts'
import type { ChainSource } from './chainSource.ts'
import { createChainSource } from './createChainSource.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const HOLDER = at('401d')
const CODE = at('c0de')
const OTHER_CODE = assemble('1 1 SLOAD STOP')
const soon = () => AbortSignal.timeout(5_000)
const everything = () => true

let chain: TestChain
let fork: TestChain

before(async () => {
  ;[chain, fork] = await Promise.all([startTestChain(), startTestChain({ timestamp: 1_780_000_001 })])
  for (const one of [chain, fork])
    await one.place({
      [HOLDER]: { balance: 5n * 10n ** 18n, nonce: 3 },
      [CODE]: { code: assemble('1 0 SLOAD STOP'), storage: { '0x01': `0x${'07'.padStart(64, '0')}` } },
    })
})
after(() => Promise.all([chain.close(), fork.close()]))

type Message = { id: number; method: string; params: unknown[] }
/** Replaces the results of some methods; `null` where the node does not offer one. */
const lie =
  (results: Record<string, unknown>): ProxyRule =>
  async (body, forward) => {
    const requests = [body].flat() as Message[]
    const answer = await forward()
    const changed = ([answer].flat() as Message[]).map((one) => {
      const method = requests.find(({ id }) => id === one.id)?.method ?? ''
      if (!(method in results)) return one
      const error = { code: -32_601, message: 'the method does not exist' }
      return results[method] === null
        ? { jsonrpc: '2.0', id: one.id, error }
        : { jsonrpc: '2.0', id: one.id, result: results[method] }
    })
    return { answer: Array.isArray(answer) ? changed : changed[0] }
  }
const dead: ProxyRule = async () => ({ status: 502, answer: 'bad gateway' })
const hang: ProxyRule = async () => 'hang'
const honest = lie({})

async function withEndpoints(
  rules: readonly (ProxyRule | 'fork')[],
  test: (source: ReturnType<typeof createChainSource>, proxies: TestProxy[]) => Promise<void>,
): Promise<void> {
  const proxies = await Promise.all(rules.map((rule) => startTestProxy(rule === 'fork' ? fork.url : chain.url)))
  proxies.forEach((proxy, index) => {
    const rule = rules[index]
    proxy.rule = rule === 'fork' || rule === undefined ? null : rule
  })
  const urls = proxies.map(({ url }) => url)
  const source = createChainSource({ chain: 'ethereum', urls, limits: { headReuseMs: 0, attemptTimeoutMs: 400 } })
  try {
    await test(source, proxies)
  } finally {
    await source.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}

const SLOT = '0x01'
/** Reads one value of each kind, and asks what the others say. */
async function readAll(source: ChainSource) {
  const block = await source.head(soon())
  await Promise.all([
    source.code(block, CODE, soon()),
    source.storage(block, CODE, SLOT, soon()),
    source.balance(block, HOLDER, soon()),
    source.nonce(block, HOLDER, soon()),
    source.call(block, { to: CODE, data: '0x' }, soon()),
    source.logs({ address: [CODE], fromBlock: 0n, toBlock: block.number, pin: block }, soon()),
  ])
  return source.agreement(block, everything, soon())
}

const LIES: Record<string, [kind: string, results: Record<string, unknown>]> = {
  'swapped code': ['code', { eth_getCode: OTHER_CODE }],
  'zeroed storage': ['storage', { eth_getStorageAt: `0x${'0'.repeat(64)}` }],
  'a wrong balance': ['balance', { eth_getBalance: '0x1' }],
  'a wrong nonce': ['nonce', { eth_getTransactionCount: '0x63' }],
}

describe('endpoints that are compared', () => {
  it('confirm each other', () =>
    withEndpoints([honest, honest], async (source) => {
      assert.deepEqual(await readAll(source), { unconfirmed: null, contradictions: [] })
      assert.equal(source.agreementStats().confirmed, 6)
    }))

  it('leave reads unconfirmed with one endpoint alone, a dead and a late second one', async () => {
    for (const rules of [[honest], [honest, dead], [honest, hang]])
      await withEndpoints(rules, async (source) => {
        const { unconfirmed, contradictions } = await readAll(source)
        assert.ok(unconfirmed !== null)
        assert.deepEqual(contradictions, [])
      })
  })

  for (const [name, [kind, results]] of Object.entries(LIES)) {
    it(`show ${name} of the first by proof, and ask it no more`, () =>
      withEndpoints([lie(results), honest], async (source, [liar]) => {
        const { contradictions } = await readAll(source)
        const host = new URL(liar?.url ?? '').host
        assert.deepEqual(
          contradictions.map((one) => [one.kind, one.wrong]),
          [[kind, [host]]],
        )
        assert.deepEqual(source.agreementStats().setAside, [host])
        const asked = liar?.requests.length
        await readAll(source)
        assert.equal(liar?.requests.length, asked)
      }))

    it(`leave open who is wrong about ${name} without a proof, whichever comes first`, async () => {
      const mute = { eth_getProof: null }
      for (const rules of [
        [lie({ ...results, ...mute }), lie(mute)],
        [lie(mute), lie({ ...results, ...mute })],
      ])
        await withEndpoints(rules, async (source) => {
          const { contradictions } = await readAll(source)
          assert.deepEqual(
            contradictions.map((one) => [one.kind, one.hosts.length, one.wrong]),
            [[kind, 2, []]],
          )
        })
    })
  }

  it('show by majority which of three is wrong', () =>
    withEndpoints(
      [lie({ eth_getCode: OTHER_CODE, eth_getProof: null }), lie({ eth_getProof: null }), lie({ eth_getProof: null })],
      async (source, [liar]) => {
        const { contradictions } = await readAll(source)
        assert.deepEqual(
          contradictions.map(({ wrong }) => wrong),
          [[new URL(liar?.url ?? '').host]],
        )
      },
    ))

  it('differ about logs that one of them leaves out, and about answers of calls', () =>
    withEndpoints([lie({ eth_call: `0x${'11'.repeat(32)}` }), honest], async (source) => {
      const block = await source.head(soon())
      await source.call(block, { to: CODE, data: '0x' }, soon())
      const concerned = await source.agreement(block, everything, soon())
      assert.deepEqual(
        concerned.contradictions.map(({ kind }) => kind),
        ['call'],
      )
      const other = await source.agreement(block, (address) => address !== CODE, soon())
      assert.deepEqual(other.contradictions, [])
    }))

  it('tell of a contradicting call whatever other code answers each node differently', () =>
    withEndpoints([lie({ eth_call: `0x${'11'.repeat(32)}` }), honest], async (source) => {
      const block = await source.head(soon())
      const others = Array.from({ length: 30 }, (_, place) => at(`e${place.toString(16)}`))
      for (const to of [...others, CODE]) await source.call(block, { to, data: '0x' }, soon())
      const { contradictions } = await source.agreement(block, (address) => address === CODE, soon())
      assert.deepEqual(
        contradictions.map(({ kind, address }) => [kind, address]),
        [['call', CODE]],
      )
      assert.equal((await source.agreement(block, everything, soon())).contradictions.length, 20)
    }))

  it('contradict each other where one is on a chain of its own', async () => {
    for (const rules of [['fork', honest] as const, [honest, 'fork'] as const])
      await withEndpoints(rules, async (source) => {
        const { contradictions } = await readAll(source)
        assert.deepEqual(
          contradictions.map(({ kind }) => kind),
          ['block'],
        )
      })
  })

  it('contradict each other where the longer chain has another past', async () => {
    await fork.rpc('evm_mine')
    try {
      await withEndpoints(['fork', honest], async (source) => {
        const { contradictions } = await readAll(source)
        assert.deepEqual(
          contradictions.map(({ kind }) => kind),
          ['block'],
        )
      })
    } finally {
      await fork.rpc('anvil_rollback', [1])
    }
  })

  it('pin the newest block that two of them have', async () => {
    await chain.rpc('evm_mine', [{ timestamp: 1_780_000_400 }])
    const old = (await chain.rpc('eth_getBlockByNumber', ['0x1', false])) as object
    const stale: ProxyRule = async (body, forward) =>
      JSON.stringify(body).includes('"latest",false')
        ? lie({ eth_getBlockByNumber: old })(body, forward)
        : honest(body, forward)
    await withEndpoints([stale, honest], async (source) => {
      assert.equal((await source.head(soon())).number, 2n, 'a stale first one')
    })
  })
})
