import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CONTRADICTING_ENDPOINTS, SECOND_ENDPOINT } from '@redoubt/risk/engine/endpointAgreement.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../../evm/simulation/testing/testChain.ts'
import { quietApp } from '../../testing/quietApp.ts'

const SENDER: Address = `0x${'5e'.repeat(20)}`
const FRIEND: Address = `0x${'f1'.repeat(20)}`
/** Takes what is paid to it. */
const TILL: Address = `0x${'71'.repeat(20)}`
const STOP: Hex = '0x00'
const SECRET = 'key-in-the-path'
const AT_LEISURE = { deadlineMs: 20_000 }

type Message = { id: number; method: string; params: unknown[] }
type Data = {
  recommendation: string
  riskScore: number
  confidence: number
  complete: boolean
  unavailable: string[]
  unknown: string[]
  warnings: { id: string; description: string; evidence: { hosts: string[]; wrong: string[] } }[]
}

/** Answers other code for one contract, without proofs of anything. */
const swapped: ProxyRule = async (body, forward) => {
  const requests = [body].flat() as Message[]
  const answers = ([await forward()].flat() as Message[]).map((one) => {
    const { method = '', params = [] } = requests.find(({ id }) => id === one.id) ?? {}
    if (method === 'eth_getProof' || method === 'debug_traceCall')
      return { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'the method does not exist' } }
    return method === 'eth_getCode' && params[0] === TILL
      ? { jsonrpc: '2.0', id: one.id, result: '0x600160005500' }
      : one
  })
  return { answer: Array.isArray(body) ? answers : answers[0] }
}
/** Honest, and without proofs. */
const plain: ProxyRule = async (body, forward) => {
  const requests = [body].flat() as Message[]
  const answers = ([await forward()].flat() as Message[]).map((one) =>
    requests.find(({ id }) => id === one.id)?.method === 'eth_getProof'
      ? { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'the method does not exist' } }
      : one,
  )
  return { answer: Array.isArray(body) ? answers : answers[0] }
}

describe('scans over two RPC endpoints', () => {
  const http = createOperatorFetch()
  let chain: TestChain
  let proxies: TestProxy[]
  let service: Awaited<ReturnType<typeof quietApp>>

  before(async () => {
    chain = await startTestChain()
    await chain.place({ [SENDER]: { balance: 10n ** 20n }, [TILL]: { code: STOP } })
    proxies = [await startTestProxy(chain.url), await startTestProxy(chain.url)]
    service = await quietApp('live', {
      ETHEREUM_RPC_URLS: proxies.map(({ url }) => `${url}/${SECRET}`).join(),
      BSC_RPC_URLS: '',
      POLYGON_RPC_URLS: '',
      SOURCIFY_URL: 'off',
    })
  })
  after(async () => {
    await http.close()
    await service.app.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await chain.close()
  })

  const ask = async (path: string, body?: object) => {
    const response = await http.fetch({
      url: `${service.url}${path}`,
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      deadlineMs: 30_000,
      maxBytes: 2 ** 22,
    })
    return response.body.toString('utf8')
  }
  const scan = async (to: Address): Promise<Data> =>
    JSON.parse(await ask('/v1/scan/transaction', { from: SENDER, to, value: '5', options: AT_LEISURE })).data
  const lieFrom = async (liar: number | null) => {
    proxies.forEach((proxy, at) => {
      proxy.rule = at === liar ? swapped : plain
    })
    await chain.rpc('evm_mine')
    await new Promise((resolve) => setTimeout(resolve, 1_050))
  }

  test('a payment is confirmed by the second one, and a lie of either is never PROCEED', async () => {
    await lieFrom(null)
    const honest = await scan(TILL)
    assert.ok(!honest.unavailable.includes(SECOND_ENDPOINT), honest.unavailable.join())
    assert.ok(!honest.warnings.some(({ id }) => id === CONTRADICTING_ENDPOINTS))
    assert.equal((await scan(FRIEND)).recommendation, 'PROCEED')

    for (const liar of [0, 1]) {
      await lieFrom(liar)
      const found = await scan(TILL)
      const finding = found.warnings.find(({ id }) => id === CONTRADICTING_ENDPOINTS)
      assert.ok(finding, JSON.stringify(found.warnings))
      assert.deepEqual(finding.evidence.hosts, proxies.map(({ url }) => new URL(url).host).sort())
      assert.ok(found.riskScore >= 40 && found.recommendation !== 'PROCEED' && !found.complete)
      assert.ok(found.unknown.includes('endpointAgreement'))
      assert.ok(!JSON.stringify(found).includes(SECRET))
    }
    const metrics = await ask('/metrics')
    assert.match(metrics, /redoubt_rpc_contradictions_total\{[^}]*host="127\.0\.0\.1:\d+"\} [1-9]/)
    assert.ok(!metrics.includes(SECRET))
  })

  test('a late second one costs no verdict, and the answer says that it confirmed nothing', async () => {
    await lieFrom(null)
    const confirmed = await scan(FRIEND)
    await lieFrom(null)
    const second = proxies[1] as TestProxy
    second.rule = async () => 'hang'
    const found = await scan(FRIEND)
    assert.equal(found.recommendation, 'PROCEED')
    assert.ok(found.unavailable.includes(SECOND_ENDPOINT), found.unavailable.join())
    assert.ok(found.confidence < confirmed.confidence)
  })
})
