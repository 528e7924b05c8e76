import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../errors.ts'
import type { ContractScanInput } from '../../usecases/scans/contract/scanContract.ts'
import type { ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { CONTRACT, CONTRACT_RESULT } from '../testing/testContract.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/contract'
const NOTHING = {
  ...CONTRACT_RESULT,
  tokenSecurity: null,
  proxy: null,
  privileged: [],
  trade: null,
  ownerSwitches: [],
  capabilities: [],
  privilegesBudget: null,
  coverage: null,
  distribution: null,
  threats: [],
  abi: null,
}

describe('POST /v1/scan/contract', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives, members of evidence included, in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('POST', SCAN, { key: await world.addKey(), body: CONTRACT })
    assert.equal(status, 200)
    assert.deepEqual(json.data, CONTRACT_RESULT)
    assert.deepEqual(Object.keys(json), ['success', 'data', 'meta'])
    assertConforms('POST', SCAN, 200, json)
  })

  test('what is nothing, and the ABI, conform too', async () => {
    const abi = { source: 'recovered' as const, items: [{ type: 'function', selector: '0x12345678', name: null }] }
    for (const result of [NOTHING, { ...CONTRACT_RESULT, abi }]) {
      await using world = await startTestWorld({ contract: async () => result })
      const { json } = await world.call('POST', SCAN, { key: await world.addKey(), body: CONTRACT })
      assert.deepEqual(json.data, result)
      assertConforms('POST', SCAN, 200, json)
    }
  })

  test('the scan is told who asks and what; unknown members are refused, or named where the caller prefers that', async () => {
    const asked: [ContractScanInput, ScanContext][] = []
    await using world = await startTestWorld({
      contract: async (input, context) => {
        asked.push([input, context])
        return CONTRACT_RESULT
      },
    })
    const key = await world.addKey({ environment: 'test', accountId: 'account-7' })
    const options = { includeAbi: true, simulateTrade: false, deadlineMs: 500, depth: 2 }
    const body = { ...CONTRACT, chain: 'polygon', options, note: 'x' }
    assert.match(
      (await world.call('POST', SCAN, { key, body })).json.error.message,
      /^body\.options\.depth: unknown member; /,
    )
    const headers = { 'x-request-id': 'r:1', prefer: 'handling=lenient' }
    const { json } = await world.call('POST', SCAN, { key, body, headers })
    assert.deepEqual(json.meta.ignored, ['options.depth', 'note'])
    const [input, { signal, onFact, ...context }] = asked[0] ?? assert.fail('not scanned')
    assert.deepEqual(context, { environment: 'test', accountId: 'account-7', requestId: 'r:1' })
    assert.deepEqual([signal.aborted, typeof onFact], [false, 'function'])
    assert.equal(input.address, CONTRACT.address.toLowerCase())
    assert.deepEqual(
      [input.chain, input.includeAbi, input.simulateTrade, input.deadlineMs],
      ['polygon', true, false, 500],
    )
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ address: undefined }, /^body\.address: missing, expected 0x followed by 40 hex digits$/],
      [{ address: null }, /^body\.address: expected 0x followed by 40 hex digits$/],
      [{ address: `0x${'1'.repeat(41)}` }, /^body\.address: expected 0x/],
      [{ address: `0x${'g'.repeat(40)}` }, /^body\.address: expected 0x/],
      [{ address: 'vitalik.eth' }, /^body\.address: expected 0x/],
      [{ chain: undefined }, /^body\.chain: missing, expected one of ethereum, bsc, polygon(, \w+)*$/],
      [{ chain: 'solana' }, /^body\.chain: expected one of ethereum, bsc, polygon(, \w+)*$/],
      [{ options: { includeAbi: 1 } }, /^body\.options\.includeAbi: expected true or false$/],
      [{ options: { simulateTrade: 'no' } }, /^body\.options\.simulateTrade: expected true or false$/],
      [{ options: { deadlineMs: 30_001 } }, /^body\.options\.deadlineMs: expected an integer from 200 to 30000$/],
    ]
    for (const [change, message] of cases) {
      const { json } = await world.call('POST', SCAN, { key, body: { ...CONTRACT, ...change } })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change))
      assert.match(json.error.message, message)
    }
  })

  test('any case of the address is accepted', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const address of [CONTRACT.address.toLowerCase(), `0x${CONTRACT.address.slice(2).toUpperCase()}`]) {
      assert.equal((await world.call('POST', SCAN, { key, body: { ...CONTRACT, address } })).status, 200)
    }
  })

  test('it needs scan:read, and POST', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['risk:read'] })
    assert.equal((await world.call('POST', SCAN, { key, body: CONTRACT })).json.error.code, 'INSUFFICIENT_SCOPE')
    assert.equal((await world.call('GET', SCAN, { key })).json.error.code, 'METHOD_NOT_ALLOWED')
    assert.equal((await world.call('POST', SCAN, { body: CONTRACT })).json.error.code, 'INVALID_API_KEY')
  })

  test('a network that does not answer is said as the contract says it', async () => {
    const failures = {
      UPSTREAM_UNAVAILABLE: {
        error: new ApiError('UPSTREAM_UNAVAILABLE', { chain: 'bsc', retryAfter: 7 }),
        status: 503,
      },
      UPSTREAM_TIMEOUT: { error: new ApiError('UPSTREAM_TIMEOUT', { subject: '0x01', deadlineMs: 200 }), status: 504 },
    }
    for (const [code, { error, status }] of Object.entries(failures)) {
      await using world = await startTestWorld({ contract: () => Promise.reject(error) })
      const answer = await world.call('POST', SCAN, { key: await world.addKey(), body: CONTRACT })
      assert.deepEqual([answer.status, answer.json.error.code], [status, code])
      assertConforms('POST', SCAN, status, answer.json)
      assert.equal(answer.headers.get('retry-after'), status === 503 ? '7' : null)
    }
  })

  test('it is kept as a contract scan that can be sent again, under the checksummed address', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const body = { ...CONTRACT, address: CONTRACT.address.toLowerCase(), options: { includeAbi: false, depth: 2 } }
    const headers = { 'x-request-id': 'kept', prefer: 'handling=lenient' }
    const { json: answer } = await world.call('POST', SCAN, { key, body, headers })
    const { json } = await world.call('GET', '/v1/scans/kept', { key })
    assertConforms('GET', '/v1/scans/kept', 200, json)
    const { kind, subject, input, result } = json.data
    assert.deepEqual([kind, subject], ['contract', CONTRACT.address])
    assert.deepEqual(result, answer.data)
    assert.deepEqual(input, { ...body, options: { includeAbi: false } })
    assert.equal((await world.call('POST', SCAN, { key, body: input })).status, 200)
  })
})
