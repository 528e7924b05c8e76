import { detectorTest } from '../../testing/detectorTest.ts'
import { IMPLEMENTATION } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './flagged-implementation.ts'

const behind = (...labels: ReturnType<typeof label>[]) => ({ implementations: [contract(IMPLEMENTATION, { labels })] })

detectorTest(detector, {
  detects: {
    'a listed drainer behind a delegation': behind(label('scammer', 'EIP-7702 sweeper')),
    'a sanctioned one': { implementations: [contract(IMPLEMENTATION, { sanctioned: true })] },
  },
  clears: { 'a plain token': {}, 'an unknown implementation': behind(), 'a known one': behind(label('defi_protocol')) },
})
