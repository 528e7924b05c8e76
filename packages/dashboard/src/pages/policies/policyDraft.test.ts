import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { api } from '@redoubt/client'
import { draftOf, rulesOf } from './policyDraft.ts'

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** Every rule in force, as GET answers it. */
const FULL: api.PolicyRequest = {
  networks: ['ethereum', 'polygon'],
  hours: { from: '22:00', to: '06:30' },
  dailySpendingLimit: { usd: 1_000.5, rolling24hUsd: 1_500, alertAt: 0.55 },
  whitelistMode: {
    addresses: [ACCOUNT],
    contracts: [
      { address: TOKEN, selectors: null },
      { address: ACCOUNT, selectors: [] },
      { address: ACCOUNT, selectors: [{ selector: '0xa9059cbb' }, { selector: '0x095ea7b3' }] },
      {
        address: TOKEN,
        selectors: [{ selector: '0xa9059cbb', arguments: [{ word: 1, min: null, max: '7', oneOf: null }] }],
      },
    ],
  },
  timeDelay: { thresholdUsd: 0, seconds: 5_400 },
  blockAt: 'high',
  approvals: { forbidUnlimited: false, spenders: [], maxValueAtRiskUsd: 0 },
  assetLimits: [
    { chain: 'bsc', asset: null, perRequest: '1000000000000000000', perDay: null },
    { chain: 'ethereum', asset: TOKEN, perRequest: null, perDay: '5000000' },
  ],
  signing: { methods: ['eth_sendTransaction'], messages: ['sign-in'] },
}
const NONE: api.PolicyRequest = {
  networks: null,
  hours: null,
  dailySpendingLimit: null,
  whitelistMode: null,
  timeDelay: null,
  blockAt: null,
  approvals: null,
  assetLimits: [],
  signing: { methods: [], messages: [] },
}

describe('a policy in a form', () => {
  test('comes out as it went in', () => {
    assert.deepEqual(rulesOf(draftOf(FULL)), FULL)
    assert.deepEqual(rulesOf(draftOf(NONE)), NONE)
  })

  test('tells a spender list that is empty from none, and no limit from a limit of zero', () => {
    const draft = draftOf({ ...NONE, approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null } })
    assert.equal(draft.approvals.onlyListed, false)
    assert.deepEqual(rulesOf(draft).approvals, { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null })
    const listed = { ...draft, approvals: { ...draft.approvals, onlyListed: true, maxUsd: '0' } }
    assert.deepEqual(rulesOf(listed).approvals, { forbidUnlimited: true, spenders: [], maxValueAtRiskUsd: 0 })
  })

  test('keeps delays in the largest unit that fits', () => {
    const delay = (seconds: number) => draftOf({ ...NONE, timeDelay: { thresholdUsd: 1, seconds } }).delay
    assert.deepEqual([delay(86_400).amount, delay(86_400).unit], ['1', 'days'])
    assert.deepEqual([delay(90).amount, delay(90).unit], ['90', 'seconds'])
  })
})
