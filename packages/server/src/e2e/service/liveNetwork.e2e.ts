import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData } from 'viem/utils'
import {
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../../evm/simulation/testing/testChain.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { quietApp } from '../../testing/quietApp.ts'

// What becomes of a scan when the network behind it is dead, slow or hostile.

const SENDER: Address = `0x${'5e'.repeat(20)}`
const FRIEND: Address = `0x${'f1'.repeat(20)}`
const BOMBS: Address = `0x${'b0'.repeat(20)}`
/** Milliseconds; on a machine that is too slow for it, so many times what a payment takes there. */
const DEADLINE_MS = 2_000
const MAX_TIMES = 4
/** On top of the deadline: a loaded machine's scheduling, not ours. */
const GRACE_MS = 1_500
const MEMORY_MB = 400
/** Of a scan that is to succeed, on whatever machine. */
const AT_LEISURE = { deadlineMs: 20_000 }

describe('POST /v1/scan/transaction on a live network', () => {
  let chain: TestChain
  let proxy: TestProxy
  let service: Awaited<ReturnType<typeof quietApp>>
  const http = createOperatorFetch()
  let deadlineMs = DEADLINE_MS
  let maxMs = DEADLINE_MS + GRACE_MS

  before(async () => {
    chain = await startTestChain()
    const ether = 10n ** 18n
    await chain.place({
      [SENDER]: { balance: 100n * ether },
      [BOMBS]: { code: readArtifact('Bombs').deployedBytecode as Hex },
    })
    proxy = await startTestProxy(chain.url)
    service = await quietApp('live', {
      ETHEREUM_RPC_URLS: proxy.url,
      BSC_RPC_URLS: 'http://127.0.0.1:9',
      POLYGON_RPC_URLS: chain.url,
    })
    await served()
    const { ms } = await scan({ value: '2', options: AT_LEISURE })
    deadlineMs = Math.min(AT_LEISURE.deadlineMs, Math.max(DEADLINE_MS, Math.ceil(MAX_TIMES * ms)))
    maxMs = deadlineMs + Math.max(GRACE_MS, MAX_TIMES * ms)
  })
  after(async () => {
    await http.close()
    await service.app.close()
    await proxy.close()
    await chain.close()
  })

  async function scan(body: object) {
    const began = performance.now()
    const response = await http.fetch({
      url: `${service.url}/v1/scan/transaction`,
      method: 'POST',
      headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: SENDER, to: FRIEND, options: { deadlineMs }, ...body }),
      deadlineMs: 30_000,
      maxBytes: 2 ** 22,
    })
    const answer = JSON.parse(response.body.toString('utf8'))
    return {
      status: response.status,
      headers: response.headers,
      answer,
      data: answer.data,
      ms: performance.now() - began,
    }
  }

  /** A payment is executed; while the node that all share is still busy with a bomb, we say when to come again. */
  async function served(): Promise<void> {
    for (;;) {
      const { status, headers, data } = await scan({ value: '1', options: AT_LEISURE })
      if (status === 200) return assert.equal(data.simulation?.success, true)
      assert.ok(status === 503 && Number(headers['retry-after']) > 0, String(status))
      await new Promise((resolve) => setTimeout(resolve, Number(headers['retry-after']) * 1_000))
    }
  }

  test('a payment is executed on the node that the operator named', async () => {
    const { status, data } = await scan({ value: '1000000000000000000', options: AT_LEISURE })
    assert.equal(status, 200)
    assert.equal(data.simulation.success, true)
    assert.equal(data.simulation.balanceChanges[0].change, '-1')
  })

  test('a dead network is 503 UPSTREAM_UNAVAILABLE with Retry-After, within the deadline', async () => {
    const { status, answer, headers, ms } = await scan({ chain: 'bsc' })
    assert.equal(status, 503)
    assert.equal(answer.error.code, 'UPSTREAM_UNAVAILABLE')
    assert.match(answer.error.message, /bsc/)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.ok(ms < maxMs, `${ms} ms`)
  })

  test('a node of another chain is not believed', async () => {
    const { status, answer } = await scan({ chain: 'polygon' })
    assert.equal(status, 503)
    assert.equal(answer.error.code, 'UPSTREAM_UNAVAILABLE')
  })

  test('a node that hangs after its head gives a partial answer that names the missing facts and is not safe', async () => {
    proxy.rule = async (body, forward) =>
      JSON.stringify(body).includes('eth_getBlockByNumber') ? { answer: await forward() } : 'hang'
    try {
      const { status, data, ms } = await scan({ to: `0x${'ab'.repeat(20)}`, value: '7' })
      assert.equal(status, 200, JSON.stringify(data))
      assert.ok(ms < maxMs, `${ms} ms`)
      assert.ok(data.unknown.includes('simulation'))
      assert.ok(data.unavailable.length > 0)
      assert.ok(data.riskScore >= 40, String(data.riskScore))
      assert.ok(data.confidence < 0.5, String(data.confidence))
    } finally {
      proxy.rule = null
    }
  })

  const { abi } = readArtifact('Bombs')
  const bombs = abi.filter((item) => item.type === 'function')
  for (const item of bombs) {
    test(`the bomb ${item.name} is answered within the deadline, and the next request is served`, async () => {
      const args = item.inputs.map(({ type }) => (type === 'bytes' ? '0x' : 1_000_000n))
      const data = encodeFunctionData({ abi, functionName: item.name, args } as Parameters<
        typeof encodeFunctionData
      >[0])
      const before = rssMb()
      const bomb = await scan({ to: BOMBS, data, gas: '30000000' })
      assert.equal(bomb.status, 200, JSON.stringify(bomb.answer))
      assert.ok(bomb.ms < maxMs, `${bomb.ms} ms`)
      // What could not be executed is unknown, and unknown is not safe.
      if (bomb.data.simulation === null) assert.ok(bomb.data.riskScore >= 40, String(bomb.data.riskScore))
      assert.ok(rssMb() - before < MEMORY_MB, `grew by ${rssMb() - before} MB`)
      await served()
    })
  }
})

function rssMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
}
