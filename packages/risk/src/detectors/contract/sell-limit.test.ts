import { detectorTest } from '../../testing/detectorTest.ts'
import { trade } from '../../testing/sampleContract.ts'
import detector from './sell-limit.ts'

const limits = (maxSell: number | null, maxBuy: number | null = null) => ({
  trade: trade({ limits: { maxSell, maxBuy, maxHolding: null, cooldownSeconds: null } }),
})

detectorTest(detector, {
  detects: {
    'next to nothing': { ...limits(0.00001), severity: 'high' },
    'less than a thousandth': { ...limits(0.05), severity: 'medium' },
    'a launch limit of one percent': limits(1),
    'a tiny limit that holds for purchases too': { ...limits(0.0005, 0.0005), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a limit on purchases only': limits(null, 1),
    'what was never traded': { trade: null },
  },
})
