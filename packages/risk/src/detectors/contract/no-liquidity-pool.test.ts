import { detectorTest } from '../../testing/detectorTest.ts'
import { redeemed, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './no-liquidity-pool.ts'

const made = { trade: trade({ pool: { ...trade().pool, made: true, depthUsd: null } }) }

detectorTest(detector, {
  detects: {
    'a token without a pool': made,
    'one whose deposits another account can have': { ...made, deposits: [redeemed('critical')] },
  },
  clears: {
    'shares that the contract pays out': { ...made, deposits: [redeemed()] },
    'a traded token': {},
    'a receipt of a known service': { ...made, subject: contract(TOKEN, { labels: [label('token')] }) },
    'what was never traded': { trade: null },
  },
})
