import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { account, NFT, SCAM, STRANGER, TRADER, USDC } from '../testing/sampleFacts.ts'
import { comparePlaces, placeOf, rankApprovals, summariseApprovals } from './rankApprovals.ts'
import { approval, NOW, toStranger, UNLIMITED } from './testApproval.ts'

const rank = (...all: ReturnType<typeof approval>[]) => rankApprovals(all, { owner: TRADER, now: NOW })
const some = fc.record({
  token: fc.constantFrom(USDC, SCAM, NFT),
  valueAtRiskUsd: fc.option(fc.constantFrom(0, 1, 50, 1_000)),
  unlimited: fc.boolean(),
})

describe('the order of approvals', () => {
  test('worst first, then most at risk; an unknown value before none', () => {
    const ranked = rank(
      approval({ valueAtRiskUsd: 9_000 }),
      toStranger({ ...UNLIMITED, valueAtRiskUsd: 0 }),
      toStranger({ ...UNLIMITED, token: SCAM, valueAtRiskUsd: null }),
      toStranger({ ...UNLIMITED, token: NFT, valueAtRiskUsd: 5 }),
    )
    assert.deepEqual(
      ranked.map(({ riskLevel, valueAtRiskUsd }) => [riskLevel, valueAtRiskUsd]),
      [
        ['critical', 5],
        ['critical', null],
        ['critical', 0],
        ['safe', 9_000],
      ],
    )
  })

  test('it is the same whatever order they come in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: ({ token }) => token }), (given) => {
        const all = given.map((one) => approval(one))
        const places = (list: typeof all) => rank(...list).map((one) => placeOf(one))
        assert.deepEqual(places(all), places(all.toReversed()))
        for (const [at, place] of places(all).slice(1).entries())
          assert.ok(comparePlaces(places(all)[at] as typeof place, place) < 0)
      }),
    )
  })
})

describe('the summary of approvals', () => {
  test('counts by class, and adds up to all', () => {
    const summary = summariseApprovals(
      rank(approval(), approval(UNLIMITED), toStranger(UNLIMITED), toStranger({ spenderVerified: false })),
    )
    assert.deepEqual(summary, {
      total: 4,
      unlimited: 2,
      risky: 2,
      valueAtRiskUsd: 1_000,
      byRisk: { safe: 1, low: 1, medium: 0, high: 1, critical: 1 },
    })
  })

  test('a token is at risk once, however many may take it', () => {
    const twice = rank(
      toStranger(UNLIMITED),
      approval({ spender: STRANGER, spenderAccount: account(STRANGER), ...UNLIMITED }),
    )
    assert.equal(summariseApprovals(twice).valueAtRiskUsd, 1_000)
    const bounded = { allowance: 600n * 10n ** 18n, valueAtRiskUsd: 600 }
    assert.equal(summariseApprovals(rank(approval(bounded), toStranger(bounded))).valueAtRiskUsd, 1_000)
    const small = { allowance: 10n * 10n ** 18n, valueAtRiskUsd: 10 }
    assert.equal(summariseApprovals(rank(approval(small), toStranger(small))).valueAtRiskUsd, 20)
  })

  test('no more than the market could pay, and null where nothing has a price', () => {
    const bounded = { ...UNLIMITED, priceUsd: 1_000_000, valueAtRiskUsd: 40 }
    assert.equal(summariseApprovals(rank(approval(bounded), toStranger(bounded))).valueAtRiskUsd, 40)
    assert.equal(summariseApprovals(rank(approval({ valueAtRiskUsd: null }))).valueAtRiskUsd, null)
    assert.equal(summariseApprovals([]).valueAtRiskUsd, 0)
  })
})
