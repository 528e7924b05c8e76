import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { CONTRADICTING_ENDPOINTS } from '@redoubt/risk/engine/endpointAgreement.ts'
import { replayVerdict } from '../../composition/replayVerdict.ts'
import {
  type ProxyRule,
  startTestChain,
  startTestProxy,
  type TestChain,
  type TestProxy,
} from '../../evm/simulation/testing/testChain.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const SENDER: Address = `0x${'5e'.repeat(20)}`
const FRIEND: Address = `0x${'f1'.repeat(20)}`
/** Takes what is paid to it. */
const TILL: Address = `0x${'71'.repeat(20)}`

type Message = { id: number; method: string; params: unknown[] }

/** Answers other code for one contract, without proofs of anything. */
const swapped: ProxyRule = async (body, forward) => {
  const requests = [body].flat() as Message[]
  const answers = ([await forward()].flat() as Message[]).map((one) => {
    const { method = '', params = [] } = requests.find(({ id }) => id === one.id) ?? {}
    if (method === 'eth_getProof' || method === 'debug_traceCall')
      return { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'the method does not exist' } }
    return method === 'eth_getCode' && params[0] === TILL ? { jsonrpc: '2.0', id: one.id, result: '0x6001' } : one
  })
  return { answer: Array.isArray(body) ? answers : answers[0] }
}

// What two endpoints say of each other is part of the judgement, and so of its verdict.
describe('a verdict of a live network', () => {
  let chain: TestChain
  let proxies: TestProxy[] = []
  let service: ScanService

  before(async () => {
    chain = await startTestChain()
    await chain.place({ [SENDER]: { balance: 10n ** 20n }, [TILL]: { code: '0x00' } })
    proxies = [await startTestProxy(chain.url), await startTestProxy(chain.url)]
    service = await startScanService('live', {
      ETHEREUM_RPC_URLS: proxies.map(({ url }) => url).join(),
      BSC_RPC_URLS: '',
      POLYGON_RPC_URLS: '',
      SOURCIFY_URL: 'off',
    })
  })
  after(async () => {
    await service.close()
    for (const proxy of proxies) await proxy.close()
    await chain.close()
  })

  async function verdictOf(to: Address): Promise<{ jws: string; warnings: { id: string }[] }> {
    const body = { chain: 'ethereum', from: SENDER, to, value: '5', options: { witness: true } }
    const { status, json } = await service.ask('/v1/scan/transaction', body)
    assert.equal(status, 200, JSON.stringify(json))
    assert.equal(json.data.witness.kept, true, JSON.stringify(json.data.witness))
    const kept = await service.ask(`/v1/scans/${json.meta.scanId ?? json.meta.requestId}/verdict`)
    return { jws: kept.json.data.jws, warnings: json.data.warnings }
  }

  test('is executed again, also where its endpoints contradicted each other', async () => {
    const files = [await verdictOf(FRIEND)]
    for (const proxy of proxies.slice(1)) proxy.rule = swapped
    await chain.rpc('evm_mine', [])
    // The head is read again after a second.
    await wait(1_100)
    const contradicted = await verdictOf(TILL)
    assert.ok(contradicted.warnings.some(({ id }) => id === CONTRADICTING_ENDPOINTS))
    files.push(contradicted)
    for (const { jws } of files) {
      const replayed = await replayVerdict(Buffer.from(jws), service.app.store.verdictSigner.keys())
      assert.ok(replayed.verified, JSON.stringify(replayed))
    }
  })
})
