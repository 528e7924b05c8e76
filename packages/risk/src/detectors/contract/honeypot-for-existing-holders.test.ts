import { detectorTest } from '../../testing/detectorTest.ts'
import { trade, unsold } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './honeypot-for-existing-holders.ts'

const failing = (failed: number, sampled = 20) => ({
  trade: trade({ holders: { sampled, failed, highestTax: 0, siphoned: 0 }, runs: [unsold('holder', 'blocked')] }),
})

detectorTest(detector, {
  detects: {
    'a whitelist of sellers: no other account can sell': { ...failing(19), severity: 'critical' },
    'a blacklist of some buyers': { ...failing(5), severity: 'high' },
    'a few': { ...failing(2), severity: 'medium' },
    'a famous token with frozen holders': {
      ...failing(5),
      subject: contract(USDC, { labels: [label('token', 'USD Coin')] }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'one holder that is a vault without a way out': failing(1),
    'two of a hundred': failing(2, 100),
    'no holder to try': failing(0, 0),
    'what was never traded': { trade: null },
  },
})
