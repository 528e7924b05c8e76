import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './no-liquidity-pool.ts'

const made = { trade: trade({ pool: { ...trade().pool, made: true, depthUsd: null } }) }

detectorTest(detector, {
  detects: { 'a token without a pool': made },
  clears: {
    'a traded token': {},
    'a receipt of a known service': { ...made, subject: contract(TOKEN, { labels: [label('token')] }) },
    'what was never traded': { trade: null },
  },
})
