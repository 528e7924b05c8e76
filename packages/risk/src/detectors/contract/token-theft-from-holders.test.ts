import { detectorTest } from '../../testing/detectorTest.ts'
import { trade } from '../../testing/sampleContract.ts'
import detector from './token-theft-from-holders.ts'

const siphoned = (count: number, sampled = 10) => ({
  trade: trade({ holders: { sampled, failed: 0, highestTax: 0, siphoned: count } }),
})

detectorTest(detector, {
  detects: {
    'several that lost theirs': siphoned(4),
    'the only one that was tried': siphoned(1, 1),
    'one of many': { ...siphoned(1), severity: 'high' },
  },
  clears: { 'a plain token': {}, 'no holder to try': siphoned(0, 0), 'what was never traded': { trade: null } },
})
