import { detectorTest } from '../../testing/detectorTest.ts'
import { trade } from '../../testing/sampleContract.ts'
import detector from './purchase-limit.ts'

const limits = (maxBuy: number | null, maxHolding: number | null) => ({
  trade: trade({ limits: { maxBuy, maxHolding, maxSell: null, cooldownSeconds: null } }),
})

detectorTest(detector, {
  detects: { 'a limit per purchase': limits(1, null), 'a limit per wallet': limits(null, 2), both: limits(1, 2) },
  clears: { 'a plain token': {}, 'what was never traded': { trade: null } },
})
