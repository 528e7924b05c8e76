import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { provider } from './sources/chain/testing/logProviders.ts'
import { type OpenSandbox, openSandbox } from './sources/intel/onchain/testing/openSandbox.ts'
import { startTestProxy, type TestProxy } from './sources/simulation/testing/testChain.ts'
import { quietApp } from './testing/quietApp.ts'

// Anybody with a key may ask about a wallet: what a node cannot do for them must not be taken from everybody else.
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
      data: { unavailable: string[]; unknown: string[]; security?: object }
    }
    return { status: response.status, data }
  }

  test('scans of wallets say so, and transactions are scanned as before', async () => {
    const { trader, friend } = sandbox.world.actors
    for (const path of ['/v1/scan/wallet/', '/v1/wallet/verify/', '/v1/wallet/profile/']) {
      const { status, data } = await ask(`${path}${trader}?deadlineMs=8000`)
      assert.equal(status, 200, path)
      assert.ok(data.unavailable.includes('logs'), `${path} ${data.unavailable}`)
      if (path.endsWith('profile/')) {
        assert.deepEqual(data.security, { activeApprovals: null, unlimitedApprovals: null, riskyApprovals: null })
        assert.ok(data.unknown.includes('security.activeApprovals'))
      }
      const transaction = { chain: 'ethereum', from: trader, to: friend, value: '1', data: '0x' }
      assert.equal((await ask('/v1/scan/transaction', transaction)).status, 200, `after ${path}`)
    }
  })
})
