import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './spending-permission-request.ts'

const asks = (method: string, data: object) => ({
  browsing: browsing({ requests: [walletRequest({ method, params: JSON.stringify([{ permission: { data } }]) })] }),
})

const connects = (capabilities: object) => ({
  browsing: browsing({
    requests: [walletRequest({ method: 'wallet_connect', params: JSON.stringify([{ version: '1', capabilities }]) })],
  }),
})

detectorTest(detector, {
  detects: {
    'tokens without a limit': asks('wallet_grantPermissions', { periodAmount: `0x${'ff'.repeat(32)}` }),
    'a small subscription': {
      ...asks('wallet_requestExecutionPermissions', { periodAmount: '0x989680' }),
      severity: 'medium',
    },
    'no sum at all': asks('wallet_grantPermissions', {}),
    'by the name of a draft': asks('wallet_requestPermissions7715', { periodAmount: `0x${'ff'.repeat(32)}` }),
    'while a wallet connects': connects({
      grantPermissions: { permissions: [{ data: { allowance: `0x${'f'.repeat(40)}` } }] },
    }),
  },
  clears: {
    'the account': asks('wallet_requestPermissions', {}),
    'a wallet that connects and signs in': connects({
      signInWithEthereum: { nonce: 'grantPermissions', chainId: '0x1' },
    }),
    nothing: {},
  },
})

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const START = 1_795_900_000
/** Five dollars a week for thirteen weeks. */
const WEEKLY = { tokenAddress: USDC, periodAmount: '0x4c4b40', periodDuration: 604_800, startTime: START }
const END = START + 7_776_000

describe('a subscription that can take little altogether is for review alone', () => {
  const soft = (data: object, { type = 'erc20-token-periodic', end = END as unknown, more = {} } = {}) => {
    const asked = { permission: { type, data }, rules: [{ type: 'expiry', data: { timestamp: end } }], ...more }
    const params = JSON.stringify([asked])
    const requests = [walletRequest({ method: 'wallet_requestExecutionPermissions', params })]
    const [hit] = detector.detect({ browsing: browsing({ requests }) } as never) as { soft?: boolean }[]
    assert.ok(hit)
    return hit.soft === true
  }
  it('with an end, in any notation', () => {
    assert.equal(soft(WEEKLY), true)
    assert.equal(soft(WEEKLY, { end: `0x${END.toString(16)}` }), true)
  })
  const others: [what: string, data: object, options?: object][] = [
    ['ten times as much', { ...WEEKLY, periodAmount: '0x2faf080' }],
    ['every second', { ...WEEKLY, periodDuration: 1 }],
    ['without a period', { ...WEEKLY, periodDuration: undefined }],
    ['without an end', WEEKLY, { end: null }],
    ['with an end far away', WEEKLY, { end: 4_102_444_800 }],
    ['with a far end in hexadecimal', WEEKLY, { end: '0xf4865700' }],
    ['without a beginning', { ...WEEKLY, startTime: undefined }],
    ['eighteen decimals of a token of six', { ...WEEKLY, periodAmount: '0x4563918244f40000' }],
    ['a token of unknown worth', { ...WEEKLY, tokenAddress: `0x${'ab'.repeat(20)}` }],
    ['a stream', { ...WEEKLY, amountPerSecond: '0x1' }],
    ['a stream by its type', WEEKLY, { type: 'erc20-token-stream' }],
    ['a further sum', { ...WEEKLY, maxAmount: '0x4c4b40' }],
    ['a further permission', WEEKLY, { more: { permissions: [{ type: 'erc20-token-periodic', data: WEEKLY }] } }],
    ['a further end', WEEKLY, { more: { expiry: 4_102_444_800 } }],
  ]
  for (const [what, data, options] of others) it(`and not: ${what}`, () => assert.equal(soft(data, options), false))
})
