import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { EXPERIMENTAL_NETWORK, MAX_CONFIDENCE_WHEN_EXPERIMENTAL } from '@redoubt/risk/engine/experimentalNetwork.ts'
import { byChain, NETWORKS } from '../../chains/index.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { quietApp } from '../../testing/quietApp.ts'

type Service = Awaited<ReturnType<typeof quietApp>> & { token: string }

/** The whole service, with a key that may do everything. */
async function serve(environment: 'live' | 'test', env: NodeJS.ProcessEnv): Promise<Service> {
  const service = await quietApp(environment, env)
  const { store } = service.app
  const account = await store.accounts.create({ name: 'experimental', plan: 'enterprise', operator: false })
  const { token } = await store.keys.create({ accountId: account.id, name: 'all', scopes: ['admin'], environment })
  return { ...service, token }
}

// Every experimental network over HTTP: a real node with its chain id, behind a live key, and the sandbox's refusal.

const SENDER: Address = `0x${'5e'.repeat(20)}`
const FRIEND: Address = `0x${'f1'.repeat(20)}`
const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
/** The OP stack's. */
const GAS_PRICE_ORACLE: Address = '0x420000000000000000000000000000000000000f'
const AT_LEISURE = { deadlineMs: 20_000 }
/** No node: a test reaches no network over the internet. */
const NOWHERE = 'http://127.0.0.1:9'
/** After the latest fork of every network. */
const NOW = 1_795_000_000

for (const { id, chainId, rpc, publicMempool, fees } of Object.values(NETWORKS).filter(
  ({ status }) => status === 'experimental',
))
  describe(`${id}, configured`, () => {
    const http = createOperatorFetch()
    let chain: TestChain
    let live: Service

    before(async () => {
      chain = await startTestChain({ chainId, timestamp: NOW })
      await chain.place({
        [SENDER]: { balance: 100n * 10n ** 18n },
        [MULTICALL3]: { code: readArtifact('Multicall3').deployedBytecode as Hex },
      })
      const elsewhere = Object.fromEntries(Object.values(byChain((name) => [NETWORKS[name].rpc.variable, NOWHERE])))
      live = await serve('live', { ...elsewhere, [rpc.variable]: chain.url })
    })
    after(async () => {
      await live.app.close()
      await chain.close()
      await http.close()
    })

    async function ask(method: 'GET' | 'POST', path: string, body?: object, to = live) {
      const { status, body: answered } = await http.fetch({
        url: `${to.url}${path}`,
        method,
        headers: { authorization: `Bearer ${to.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        deadlineMs: 40_000,
        maxBytes: 2 ** 22,
      })
      return { status, answer: JSON.parse(answered.toString('utf8')) }
    }

    /** What each answer about the network has to say. */
    function isExperimental(data: { confidence: number; [member: string]: unknown }, findings: string) {
      assert.ok(data.confidence > 0 && data.confidence <= MAX_CONFIDENCE_WHEN_EXPERIMENTAL, String(data.confidence))
      const said = (data[findings] as { id: string; impact: number }[]).filter(
        ({ id: one }) => one === EXPERIMENTAL_NETWORK,
      )
      assert.deepEqual(
        said.map(({ impact }) => impact),
        [0],
      )
    }

    test('a transaction is simulated with the rules and the chain id of the network', async () => {
      const { status, answer } = await ask('POST', '/v1/scan/transaction', {
        from: SENDER,
        to: FRIEND,
        value: '1000000000000000000',
        chain: id,
        chainId,
        options: AT_LEISURE,
      })
      assert.equal(status, 200, JSON.stringify(answer))
      const { data } = answer
      isExperimental(data, 'warnings')
      assert.equal(data.simulation.success, true)
      assert.equal(data.simulation.balanceChanges[0].change, '-1')
      assert.equal(data.simulation.besidesGas, fees.besidesGas)
      assert.equal(data.simulation.validity.publicMempool, publicMempool)
    })

    if (fees.dataFee !== null)
      test('the fee for data is what the predeploy tells, or is missing from a partial answer', async () => {
        const scan = async (data: Hex) => {
          const body = { from: SENDER, to: FRIEND, data, chain: id, options: AT_LEISURE }
          const { status, answer } = await ask('POST', '/v1/scan/transaction', body)
          assert.equal(status, 200, JSON.stringify(answer))
          return answer.data as { simulation: { dataFee: string | null }; unavailable: string[] }
        }
        const silent = await scan('0x')
        assert.equal(silent.simulation.dataFee, null)
        assert.ok(silent.unavailable.includes('data-fee'), JSON.stringify(silent.unavailable))
        // A thousand wei for each byte that it is asked about.
        await chain.place({ [GAS_PRICE_ORACLE]: { code: '0x366103e80260005260206000f3' } })
        await new Promise((resolve) => setTimeout(resolve, 1_200))
        const short = await scan('0x')
        const long = await scan(`0x${'ab'.repeat(4_096)}`)
        assert.ok(!short.unavailable.includes('data-fee'))
        assert.ok(BigInt(short.simulation.dataFee ?? 0) >= 100_000n, String(short.simulation.dataFee))
        const more = BigInt(long.simulation.dataFee ?? 0) - BigInt(short.simulation.dataFee ?? 0)
        assert.ok(more >= 4_096_000n && more < 4_200_000n, `${more}`)
      })

    test('a contract is scanned', async () => {
      const { status, answer } = await ask('POST', '/v1/scan/contract', {
        address: MULTICALL3,
        chain: id,
        options: AT_LEISURE,
      })
      assert.equal(status, 200, JSON.stringify(answer))
      assert.equal(answer.data.chain, id)
      assert.equal(answer.data.contractDetails.kind, 'contract')
      isExperimental(answer.data, 'warnings')
    })

    test('a wallet is scanned', async () => {
      const { status, answer } = await ask('GET', `/v1/scan/wallet/${SENDER}?chain=${id}&deadlineMs=20000`)
      assert.equal(status, 200, JSON.stringify(answer))
      assert.equal(answer.data.chain, id)
      isExperimental(answer.data, 'riskFactors')
    })

    test('its score says so too', async () => {
      const { status, answer } = await ask('GET', `/v1/risk/score/${FRIEND}?chain=${id}&deadlineMs=20000`)
      assert.equal(status, 200, JSON.stringify(answer))
      isExperimental(answer.data, 'factors')
    })

    test('an address is watched, and its approvals are listed', async () => {
      const monitor = await ask('POST', '/v1/monitors', { address: FRIEND, chain: id })
      assert.equal(monitor.status, 201, JSON.stringify(monitor.answer))
      const { status, answer } = await ask('GET', `/v1/wallet/approvals/${SENDER}?chain=${id}&deadlineMs=20000`)
      assert.equal(status, 200, JSON.stringify(answer))
      isExperimental(answer.data, 'warnings')
    })

    test('a key of the sandbox is told what to do', async () => {
      const sandboxed = await serve('test', { [rpc.variable]: chain.url })
      try {
        for (const [path, body] of [
          ['/v1/scan/transaction', { from: SENDER, to: FRIEND, value: '1', chain: id }],
          ['/v1/scan/contract', { address: MULTICALL3, chain: id }],
          ['/v1/monitors', { address: FRIEND, chain: id }],
        ] as const) {
          const { status, answer } = await ask('POST', path, body, sandboxed)
          assert.equal(status, 400, JSON.stringify(answer))
          assert.equal(answer.error.code, 'VALIDATION_ERROR')
          assert.match(answer.error.message, new RegExp(`sandbox has no ${id}.*ethereum, bsc, polygon.*svc_live_`))
        }
      } finally {
        await sandboxed.app.close()
      }
    })

    test('without an endpoint it is not offered, and the answer names the variable', async () => {
      const unset = Object.fromEntries(
        Object.values(NETWORKS).flatMap((one) => (one.id === id ? [] : [[one.rpc.variable, NOWHERE]])),
      )
      const without = await serve('live', unset)
      try {
        const { status, answer } = await ask('GET', `/v1/risk/score/${FRIEND}?chain=${id}`, undefined, without)
        assert.equal(status, 400, JSON.stringify(answer))
        assert.equal(answer.error.code, 'VALIDATION_ERROR')
        assert.match(answer.error.message, new RegExp(rpc.variable))
      } finally {
        await without.app.close()
      }
    })
  })
