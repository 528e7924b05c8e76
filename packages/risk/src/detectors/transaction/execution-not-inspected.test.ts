import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, label, pay, router, simulation, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './execution-not-inspected.ts'

const cut = simulation({ truncated: true, trace: null })

detectorTest(detector, {
  detects: {
    'a call tree over the cap': { simulation: cut, recipient: contract(UNKNOWN_CONTRACT) },
    'one of a public executor, which does what it is told': {
      simulation: cut,
      recipient: contract(UNKNOWN_CONTRACT, { labels: [label('open-executor')] }),
    },
    'a creation that does too much': { ...pay(null, 0n, { data: '0x6001' }), simulation: cut, recipient: null },
    'one of a known protocol': { simulation: cut, recipient: router(), severity: 'medium' },
  },
  clears: { 'an ordinary execution': {} },
})
