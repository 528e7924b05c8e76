import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TokenFill } from '../facts/marketActs.ts'
import { realisedProfit } from './activityLabels.ts'

const fill = (kind: TokenFill['kind'], amount: bigint, usd: number | null): TokenFill => ({
  hash: '0x01',
  timestamp: null,
  token: '0x02',
  kind,
  amount,
  usd,
})

describe('realised profit, first in, first out', () => {
  const cases: Record<string, [TokenFill[], { profitUsd: number; sales: number; uncounted: number }]> = {
    'the oldest purchase is sold first': [
      [fill('buy', 10n, 100), fill('buy', 10n, 300), fill('sell', 10n, 200)],
      { profitUsd: 100, sales: 1, uncounted: 0 },
    ],
    'a sale over two purchases': [
      [fill('buy', 10n, 100), fill('buy', 10n, 300), fill('sell', 15n, 400)],
      { profitUsd: 150, sales: 1, uncounted: 0 },
    ],
    'what was given is sold without a known gain': [
      [fill('in', 10n, null), fill('sell', 10n, 900)],
      { profitUsd: 0, sales: 0, uncounted: 1 },
    ],
    'half given, half bought: half of the proceeds count': [
      [fill('buy', 10n, 100), fill('in', 10n, null), fill('sell', 20n, 400)],
      { profitUsd: 100, sales: 1, uncounted: 0 },
    ],
    'what was sent away is no sale, and is gone': [
      [fill('buy', 10n, 100), fill('out', 10n, null), fill('sell', 10n, 500)],
      { profitUsd: 0, sales: 0, uncounted: 1 },
    ],
    'bought before the known history': [[fill('sell', 10n, 500)], { profitUsd: 0, sales: 0, uncounted: 1 }],
    'a loss': [[fill('buy', 10n, 100), fill('sell', 10n, 40)], { profitUsd: -60, sales: 1, uncounted: 0 }],
    'amounts of nothing': [[fill('buy', 0n, 100), fill('sell', 0n, 100)], { profitUsd: 0, sales: 0, uncounted: 0 }],
  }
  for (const [name, [fills, expected]] of Object.entries(cases))
    test(name, () => {
      const { profitUsd, sales, uncounted } = realisedProfit(fills)
      assert.deepEqual({ profitUsd, sales, uncounted }, expected)
    })

  test('buying and selling everything once realises exactly what came in less what went out', () => {
    const purchase = fc.record({
      amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
      usd: fc.integer({ min: 0, max: 1e6 }),
    })
    fc.assert(
      fc.property(fc.array(purchase, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 1e7 }), (all, usd) => {
        const amount = all.reduce((sum, one) => sum + one.amount, 0n)
        const fills = [...all.map((one) => fill('buy', one.amount, one.usd)), fill('sell', amount, usd)]
        const spent = all.reduce((sum, one) => sum + one.usd, 0)
        assert.ok(Math.abs(realisedProfit(fills).profitUsd - (usd - spent)) < 1e-3)
      }),
    )
  })
})
