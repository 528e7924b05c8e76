import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, page, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './spending-permission-request.ts'

const asks = (method: string, data: object) => ({
  browsing: browsing({ requests: [walletRequest({ method, params: JSON.stringify([{ permission: { data } }]) })] }),
})

/** Five dollars a week for thirteen weeks. */
const WEEKLY = { periodAmount: '0x4c4b40', startTime: 1_795_900_000, timestamp: 1_795_900_000 + 7_776_000 }

detectorTest(detector, {
  detects: {
    'tokens without a limit': asks('wallet_grantPermissions', { periodAmount: `0x${'ff'.repeat(32)}` }),
    'a small subscription': {
      ...asks('wallet_requestExecutionPermissions', { periodAmount: '0x989680' }),
      severity: 'medium',
    },
    'no sum at all': asks('wallet_grantPermissions', {}),
  },
  clears: { 'the account': asks('wallet_requestPermissions', {}), nothing: {} },
})

test('a subscription as the page shows it, with an end, is for review alone', () => {
  const isSoft = (data: object, text: string) => {
    const [hit] = detector.detect({
      ...asks('wallet_requestExecutionPermissions', data),
      page: page({ text }),
    } as never) as { soft?: boolean }[]
    return hit?.soft === true
  }
  assert.equal(isSoft(WEEKLY, 'The letter costs 5 USDC a week'), true)
  assert.equal(isSoft({ ...WEEKLY, periodAmount: '0x4563918244f40000' }, 'The letter costs 5 DAI a week'), true)
  assert.equal(
    isSoft({ ...WEEKLY, periodAmount: '0x2faf080' }, 'The letter costs 5 USDC a week'),
    false,
    'ten times as much',
  )
  assert.equal(
    isSoft({ ...WEEKLY, timestamp: 4_102_444_800 }, 'The letter costs 5 USDC a week'),
    false,
    'without an end',
  )
  assert.equal(
    isSoft({ ...WEEKLY, startTime: undefined }, 'The letter costs 5 USDC a week'),
    false,
    'without a beginning',
  )
  assert.equal(isSoft({ ...WEEKLY, maxAmount: `0x${'ff'.repeat(32)}` }, '5 USDC'), false, 'a further sum')
})
