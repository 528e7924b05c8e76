import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './impersonated-token.ts'

const imitates = { symbol: 'USDC', name: 'USD Coin', address: USDC, by: 'name', exact: true } as const

detectorTest(detector, {
  detects: {
    'the name of a famous token': { imitates },
    'letters that look like its symbol': { imitates: { ...imitates, by: 'symbol', exact: false } },
    'the same symbol, which may be an accident': { imitates: { ...imitates, by: 'symbol' }, severity: 'medium' },
    'the name of the coin itself': { imitates: { ...imitates, address: null, symbol: 'ETH', name: 'Ether' } },
  },
  clears: {
    'a name of its own': {},
    'a bridged token that is known': { imitates, subject: contract(TOKEN, { labels: [label('token', 'USDC.e')] }) },
  },
})
