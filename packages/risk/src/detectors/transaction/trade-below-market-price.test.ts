import { detectorTest } from '../../testing/detectorTest.ts'
import { change, invoke, ROUTER, SCAM, simulation, TRADER, USDC, usdc } from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './trade-below-market-price.ts'

const token = (usd: number | null) =>
  change(TRADER, 1_000n, { assetType: 'erc20', address: SCAM, symbol: 'T', before: 0n, changeUsd: usd })
const byPool = (usd: number) => ({
  ...trade(null),
  balanceChanges: [usdc(TRADER, -100_000_000n), { ...token(usd), priceKind: 'pool' } as const],
})
const trade = (usd: number | null) => ({
  ...invoke(ROUTER, 'swap(address,address)', [USDC, SCAM]),
  simulation: simulation(),
  balanceChanges: [usdc(TRADER, -100_000_000n), token(usd)],
})

const game = (name: string) => ({
  ...trade(50),
  balanceChanges: [usdc(TRADER, -100_000_000n, { before: 10_000_000_000n }), token(50)],
  simulation: simulation({
    environments: [
      {
        name,
        kind: 'mined',
        varies: ['PREVRANDAO'],
        success: true,
        gasUsed: 90_000n,
        sameOutcome: false,
        worse: false,
        better: true,
      },
    ],
  }),
})

detectorTest(detector, {
  detects: {
    'a fifth lost': trade(80),
    'half lost': { ...trade(50), severity: 'high' },
    'what only the Safe gains': {
      ...trade(100),
      safes: [ROUTER],
      balanceChanges: [...trade(40).balanceChanges, usdc(ROUTER, 60_000_000n)],
      severity: 'high',
    },
    'half lost, by the price of a pool': { ...byPool(50), severity: 'medium' },
    'nearly everything lost, by the price of a pool': { ...byPool(2), severity: 'high' },
    'half of a small stake lost in a game of chance': { ...game('mined-prevrandao-sample-2'), severity: 'medium' },
    'half of a stake lost where only a value in the code gives more': {
      ...game('mined-prevrandao-0x1'),
      severity: 'high',
    },
    'half of most of a holding lost in a game of chance': {
      ...game('mined-prevrandao-sample-2'),
      balanceChanges: [usdc(TRADER, -100_000_000n, { before: 200_000_000n }), token(50)],
      severity: 'high',
    },
    'nearly everything lost': { ...trade(1), severity: 'critical' },
  },
  clears: {
    'a loan on collateral that its owner can take back': {
      ...trade(50),
      claims: [claim({ asset: USDC, amount: 100_000_000n, returned: 100_000_000n, takers: [ROUTER] })],
      balanceChanges: [...trade(50).balanceChanges, usdc(ROUTER, 100_000_000n)],
    },
    'ordinary fees and slippage': trade(97),
    'a gain': trade(120),
    'a plain transfer': {},
  },
  unknowns: {
    'a token without a price': trade(null),
    'a fair price by a pool, which a thief can own': byPool(99),
    'a fifth lost by a pool, whose mean lags behind': byPool(80),
  },
})
