import { detectorTest } from '../../testing/detectorTest.ts'
import { TOKEN } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './well-known-contract.ts'

const known = (...labels: ReturnType<typeof label>[]) => ({ subject: contract(TOKEN, { labels }) })

detectorTest(detector, {
  detects: { 'a famous token': known(label('token', 'USD Coin')), 'a protocol': known(label('defi_protocol')) },
  clears: {
    'an unknown token': {},
    'a flagged one with a kinder label besides': known(label('token'), label('scammer')),
    'a name that anyone submitted': known({ ...label('token'), confidence: 'low' }),
    'a relay, whose name vouches for nothing': known(label('open-executor')),
  },
})
