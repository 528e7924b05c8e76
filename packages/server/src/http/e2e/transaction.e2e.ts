import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TransactionScanInput } from '../../usecases/scans/transaction/scanTransaction.ts'
import type { ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { RESULT, startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'

describe('POST /v1/scan/transaction', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives, members of evidence included, in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('POST', SCAN, { key: await world.addKey(), body: TRANSACTION })
    assert.equal(status, 200)
    assert.deepEqual(json.data, RESULT)
    assert.deepEqual(Object.keys(json), ['success', 'data', 'meta'])
    assert.deepEqual(Object.keys(json.meta), ['requestId', 'timestamp', 'processingTime'])
    assertConforms('POST', SCAN, 200, json)
  })

  test('the scan is told who asks and what; unknown members are named where the caller prefers that', async () => {
    const asked: [TransactionScanInput, ScanContext][] = []
    await using world = await startTestWorld({
      scan: async (input, context) => {
        asked.push([input, context])
        return { ...RESULT, simulation: null, explanation: null }
      },
    })
    const key = await world.addKey({ environment: 'test', accountId: 'account-7' })
    const body = { ...TRANSACTION, chain: 'bsc', chainId: '0x38', options: { simulate: false, speed: 9 } }
    const headers = { 'x-request-id': 'r:1', prefer: 'handling=lenient' }
    const { json } = await world.call('POST', `${SCAN}?verbose=1`, { key, body, headers })
    assertConforms('POST', SCAN, 200, json)
    assert.deepEqual(json.meta.ignored, ['options.speed', 'verbose'])
    const [input, { signal, onFact, ...context }] = asked[0] ?? assert.fail('not scanned')
    assert.deepEqual(context, { environment: 'test', accountId: 'account-7', requestId: 'r:1' })
    assert.deepEqual([signal.aborted, typeof onFact], [false, 'function'])
    assert.deepEqual([input.chain, input.simulate, input.explain, input.deadlineMs], ['bsc', false, true, 3000])
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ from: undefined }, /^body\.from: missing, expected 0x followed by 40 hex digits$/],
      [{ from: null }, /^body\.from: expected 0x/],
      [{ from: `0x${'1'.repeat(41)}` }, /^body\.from: expected 0x/],
      [{ to: undefined }, /^body\.to: missing, expected 0x followed by 40 hex digits or null$/],
      [{ to: '' }, /^body\.to: expected 0x followed by 40 hex digits or null$/],
      [{ value: 1 }, /^body\.value: expected wei as a decimal or 0x string$/],
      [{ value: '-1' }, /^body\.value: expected/],
      [{ value: '1e18' }, /^body\.value: expected/],
      [{ value: String(2n ** 256n) }, /^body\.value: expected at most 1157920892/],
      [{ data: '0x123' }, /^body\.data: expected 0x followed by an even number of hex digits, at most 131072 bytes$/],
      [{ data: `0x${'00'.repeat(131_073)}` }, /^body\.data: .*131072 bytes/],
      [{ data: '0x12', input: '0x13' }, /^body\.input: expected the same bytes as body\.data/],
      [{ chain: 'solana' }, /^body\.chain: expected one of ethereum, bsc, polygon(, \w+)*$/],
      [{ gas: String(2n ** 64n) }, /^body\.gas: expected at most 18446744073709551615$/],
      [{ gasPrice: '1', maxFeePerGas: '1' }, /^body\.gasPrice: expected either/],
      [{ options: { simulate: 'yes' } }, /^body\.options\.simulate: expected true or false$/],
      [{ options: { deadlineMs: 199 } }, /^body\.options\.deadlineMs: expected an integer from 200 to 30000$/],
      [
        { accessList: [{ address: TRANSACTION.to, storageKeys: ['0x1'] }] },
        /^body\.accessList\[0\]\.storageKeys\[0\]: expected/,
      ],
      [{ chain: 'bsc', chainId: 1 }, /^body\.chainId: expected 56, the id of body\.chain, bsc, got 1;/],
      [{ chainId: 'one' }, /^body\.chainId: expected an unsigned integer/],
      [
        { authorizationList: Array(17).fill({ chainId: 1, address: TRANSACTION.to, nonce: 0 }) },
        /^body\.authorizationList: expected a list of at most 16$/,
      ],
      [
        { accessList: Array(257).fill({ address: TRANSACTION.to, storageKeys: [] }) },
        /^body\.accessList: expected a list of at most 256$/,
      ],
      [
        { accessList: [{ address: TRANSACTION.to, storageKeys: Array(1025).fill(`0x${'00'.repeat(32)}`) }] },
        /^body\.accessList\[0\]\.storageKeys: expected a list of at most 1024$/,
      ],
      [
        { authorizationList: [{ chainId: 1, address: TRANSACTION.to, nonce: -1 }] },
        /^body\.authorizationList\[0\]\.nonce: expected an unsigned/,
      ],
    ]
    for (const [change, message] of cases) {
      const answer = await world.call('POST', SCAN, { key, body: { ...TRANSACTION, ...change } })
      assert.equal(answer.json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change).slice(0, 100))
      assert.match(answer.json.error.message, message)
    }
  })

  test('the largest call data and value are accepted', async () => {
    await using world = await startTestWorld()
    const body = { ...TRANSACTION, data: `0x${'ff'.repeat(131_072)}`, value: `0x${'f'.repeat(64)}` }
    assert.equal((await world.call('POST', SCAN, { key: await world.addKey(), body })).status, 200)
  })
})
