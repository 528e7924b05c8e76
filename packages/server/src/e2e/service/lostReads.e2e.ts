import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { INSUFFICIENT_DATA } from '@redoubt/risk/engine/insufficientData.ts'
import { startTestProxy, type TestProxy } from '../../evm/simulation/testing/testChain.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { demoScenarios } from '../../sandbox/scenarios.ts'
import { quietApp } from '../../testing/quietApp.ts'

type Message = { id: number; method: string }
type Data = {
  riskScore: number
  complete: boolean
  unknown: string[]
  unavailable: string[]
  warnings: { id: string; severity: string }[]
}
/** Calls that are refused: those of one HTTP request of the scan, or of one method. */
type Loss = { request: number } | { method: string } | null

const REVIEW = 40
/** Requests that are lost, spread over those of the scan; one scan each. */
const PLACES = 4
const options = { deadlineMs: 25_000 }

// The torture `lost-reads` does the same with hundreds of losses.
describe('the only node loses a part of what a scan reads', () => {
  let sandbox: OpenSandbox
  let proxy: TestProxy

  before(async () => {
    sandbox = await openSandbox('ethereum')
    proxy = await startTestProxy(sandbox.url)
  })
  after(async () => {
    await proxy?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  /** By a service that knows nothing yet; null where it gives no verdict. */
  async function scan(path: string, body: object, loss: Loss): Promise<{ data: Data | null; requests: number }> {
    let requests = 0
    proxy.rule = async (message, forward) => {
      const place = requests++
      const isLost = ({ method }: Message) =>
        loss !== null && ('request' in loss ? loss.request === place : loss.method === method)
      const lost = new Set(
        [message as Message]
          .flat()
          .filter(isLost)
          .map(({ id }) => id),
      )
      const answered = await forward()
      const error = { code: -32_000, message: 'internal error' }
      const replace = (one: Message) => (lost.has(one.id) ? { jsonrpc: '2.0', id: one.id, error } : one)
      return { answer: Array.isArray(answered) ? answered.map(replace) : replace(answered as Message) }
    }
    const service = await quietApp('live', {
      ETHEREUM_RPC_URLS: proxy.url,
      SOURCIFY_URL: 'off',
      RPC_TIMEOUT_MS: '8000',
    })
    const headers = { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' }
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { data } = (await response.json()) as { data: Data }
    await service.app.close()
    assert.ok(response.status === 200 || response.status === 503, `${response.status}`)
    return { data: response.status === 200 ? data : null, requests }
  }

  const said = ({ riskScore, warnings, unknown, unavailable }: Data) =>
    `${riskScore} ${warnings.map(({ id }) => id)} unknown ${unknown} unavailable ${unavailable}`

  async function withLosses(path: string, body: object, check: (healthy: Data, data: Data, loss: string) => void) {
    const { data: healthy, requests } = await scan(path, body, null)
    assert.ok(healthy)
    const singles = Array.from({ length: PLACES }, (_, at) => ({
      request: Math.floor(((at + 0.5) * requests) / PLACES),
    }))
    for (const loss of [...singles, { method: 'eth_getStorageAt' }]) {
      const { data } = await scan(path, body, loss)
      if (data !== null) check(healthy, data, JSON.stringify(loss))
    }
  }

  test('a trap is at least for review, and what is not known has a name', async () => {
    const { traps } = sandbox.world
    for (const address of [traps.hiddenMint, traps.honeypot])
      await withLosses('/v1/scan/contract', { address, chain: 'ethereum', options }, (healthy, data, loss) => {
        assert.ok(healthy.riskScore >= REVIEW, said(healthy))
        assert.ok(data.riskScore >= REVIEW, `${loss}: ${said(data)}`)
        if (data.riskScore < healthy.riskScore) assert.ok(!data.complete, `${loss}: ${said(data)}`)
      })
  })

  test('an honest token, and an honest swap, are for review at most', async () => {
    const swap = demoScenarios(sandbox.world).find(({ id }) => id === 'swap')
    assert.ok(swap)
    const honest = [
      ['/v1/scan/contract', { address: sandbox.world.listings.alder, chain: 'ethereum', options }],
      ['/v1/scan/transaction', { ...swap.body, options }],
    ] as const
    for (const [path, body] of honest)
      await withLosses(path, body, (healthy, data, loss) => {
        assert.ok(healthy.riskScore < REVIEW, said(healthy))
        if (data.riskScore < REVIEW) return
        const alarms = data.warnings.filter(({ severity }) => /^(medium|high|critical)$/.test(severity))
        assert.deepEqual(
          alarms.map(({ id }) => id),
          [INSUFFICIENT_DATA],
          `${loss}: ${said(data)}`,
        )
        assert.ok(data.unknown.length > healthy.unknown.length, `${loss}: ${said(data)}`)
      })
  })
})
