import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { changing, provider } from '../../evm/rpc/testing/logProviders.ts'
import { startTestProxy, type TestProxy } from '../../evm/simulation/testing/testChain.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { swapNativeForTokens } from '../../sandbox/history/calls.ts'
import { quietApp } from '../../testing/quietApp.ts'

// Any key may ask about a wallet: a node that cannot answer that must stay available for every other request.
describe('the only node fails whenever it is asked for logs', () => {
  let sandbox: OpenSandbox
  let proxy: TestProxy
  let service: Awaited<ReturnType<typeof quietApp>>

  before(async () => {
    sandbox = await openSandbox('ethereum')
    proxy = await startTestProxy(sandbox.url)
    proxy.rule = provider(() => ({ code: -32_005, message: 'internal server error' }))
    service = await quietApp('live', { ETHEREUM_RPC_URLS: proxy.url })
  })
  after(async () => {
    await service?.app.close()
    await proxy?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${service.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${service.tokens[0]}`, ...(body && { 'content-type': 'application/json' }) },
    })
    const { data } = (await response.json()) as {
      data: {
        riskScore: number
        recommendation?: string
        warnings?: { id: string }[]
        complete: boolean
        unavailable: string[]
        unknown: string[]
        security?: object
        checks?: { isPoisoned: boolean | null }
        summary?: { total: number | null; byRisk: Record<string, number | null> }
      }
    }
    return { status: response.status, data }
  }

  test('scans of wallets say so, and transactions are scanned as before', async () => {
    const { trader, friend } = sandbox.world.actors
    const paths = ['/v1/scan/wallet/', '/v1/wallet/verify/', '/v1/wallet/profile/']
    const answers = await Promise.all(paths.map((path) => ask(`${path}${trader}?deadlineMs=8000`)))
    for (const [at, { status, data }] of answers.entries()) {
      const path = paths[at] ?? ''
      assert.equal(status, 200, path)
      assert.ok(data.unavailable.includes('logs'), `${path} ${data.unavailable}`)
      if (path.endsWith('profile/')) {
        assert.deepEqual(data.security, { activeApprovals: null, unlimitedApprovals: null, riskyApprovals: null })
        assert.ok(data.unknown.includes('security.activeApprovals'))
      }
      assert.ok(data.riskScore >= 40 && !data.complete, `${path} ${data.riskScore}`)
      if (path.endsWith('verify/')) {
        assert.equal(data.checks?.isPoisoned, null)
        assert.ok(data.unknown.includes('isPoisoned'), data.unknown.join())
      }
    }
    const transaction = { chain: 'ethereum', from: trader, to: friend, value: '1', data: '0x' }
    assert.equal((await ask('/v1/scan/transaction', transaction)).status, 200)
  })

  test('a receiver of the proceeds is judged by what the chain says without logs', async () => {
    const { actors, dex, tokens } = sandbox.world
    const { trader } = actors
    const lookalike = `${trader.slice(0, 8)}${'7'.repeat(28)}${trader.slice(-6)}`.toLowerCase() as Address
    const swap = async (receiver: Address) => {
      const data = swapNativeForTokens([tokens.wrapped, tokens.usdc], receiver)
      const body = {
        chain: 'ethereum',
        from: trader,
        to: dex.v2Router,
        value: '100000000000000000',
        data,
        options: { deadlineMs: 20_000 },
      }
      const { recommendation, warnings, unavailable } = (await ask('/v1/scan/transaction', body)).data
      assert.ok(unavailable.includes('logs'), unavailable.join())
      return { recommendation, ids: (warnings ?? []).map(({ id }) => id) }
    }
    const stranger = await swap(`0x51a7e5${'0'.repeat(33)}1`)
    assert.equal(stranger.recommendation, 'CAUTION', stranger.ids.join())
    assert.ok(stranger.ids.includes('trade-proceeds-to-another-address'), stranger.ids.join())
    const imitation = await swap(lookalike)
    assert.equal(imitation.recommendation, 'BLOCK', imitation.ids.join())
    assert.ok(imitation.ids.includes('lookalike-recipient'), imitation.ids.join())
    const own = await swap(trader)
    assert.ok(['PROCEED', 'REVIEW'].includes(String(own.recommendation)), own.ids.join())
  })

  test('a list of approvals that could not be read counts none, and not zero', async () => {
    const { data } = await ask(`/v1/wallet/approvals/${sandbox.world.actors.trader}?deadlineMs=8000`)
    assert.deepEqual([data.summary?.total, data.summary?.byRisk.critical, data.complete], [null, null, false])
    assert.ok(data.unknown.includes('summary'), data.unknown.join())
  })
})

// A failing node must not make an account look safer than it is.
describe('the only node fails while an account is judged', () => {
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

  /** Score and findings; 100 where it is refused to give one. */
  async function judged(method: string | null, kind: 'wallet' | 'contract', address: string) {
    // What one service has read, it keeps.
    const service = await quietApp('live', { ETHEREUM_RPC_URLS: proxy.url })
    proxy.rule = method === null ? null : changing(method, () => ({ status: 500 }))
    const headers = { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ chain: 'ethereum', address, options: { deadlineMs: 8_000 } })
    const response = await (kind === 'wallet'
      ? fetch(`${service.url}/v1/scan/wallet/${address}?deadlineMs=8000`, { headers })
      : fetch(`${service.url}/v1/scan/contract`, { method: 'POST', headers, body }))
    const { data } = (await response.json()) as {
      data: { riskScore: number; riskFactors?: { id: string }[]; warnings?: { id: string }[]; unknown: string[] }
    }
    await service.app.close()
    if (response.status === 503) return { score: 100, ids: ['not-enough-known'] }
    assert.equal(response.status, 200)
    return { score: data.riskScore, ids: (data.riskFactors ?? data.warnings ?? []).map(({ id }) => id) }
  }

  test('a wallet with risky approvals stays one to be reviewed', async () => {
    const { collector } = sandbox.world.actors
    const whole = await judged(null, 'wallet', collector)
    assert.ok(whole.score >= 40 && whole.ids.includes('risky-approvals'), `${whole.score} ${whole.ids}`)
    for (const method of ['eth_getStorageAt', 'eth_getLogs', 'eth_call']) {
      const { score, ids } = await judged(method, 'wallet', collector)
      assert.ok(score >= 40 && ids.includes('not-enough-known'), `${method}: ${score} ${ids}`)
    }
  })

  test('a drainer asks for care at least', async () => {
    const { drainer } = sandbox.world.traps
    const whole = await judged(null, 'contract', drainer)
    assert.ok(whole.score >= 80, `${whole.score} ${whole.ids}`)
    for (const method of ['eth_getStorageAt', 'eth_getLogs', 'eth_call', 'eth_getTransactionCount']) {
      const { score, ids } = await judged(method, 'contract', drainer)
      assert.ok(score >= 40, `${method}: ${score} ${ids}`)
    }
  })
})
