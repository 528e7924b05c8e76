import { detectorTest } from '../../testing/detectorTest.ts'
import { distribution, NO_TOKEN, TOKEN, untradable } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './low-liquidity.ts'

const pools = (liquidityUsd: number | null) => ({ distribution: distribution({ liquidityUsd }) })

detectorTest(detector, {
  detects: {
    'next to nothing': { ...pools(300), severity: 'medium' },
    'no pool at all': { ...pools(0), severity: 'medium' },
    'a little': pools(5_000),
  },
  clears: {
    'deep liquidity': {},
    'a receipt of a known service': { ...pools(0), subject: contract(TOKEN, { labels: [label('token')] }) },
    'a receipt that refuses approvals, which no pool can hold': { ...pools(0), trade: untradable() },
    'what is no token': NO_TOKEN,
  },
  unknowns: { 'pools without a price': pools(null) },
})
