import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './mixer-counterparty.ts'

const mixer = contract(UNKNOWN_CONTRACT, { labels: [label('mixer')] })

detectorTest(detector, {
  detects: {
    'a deposit into a mixer': { recipient: mixer },
    'a mixer behind another contract': { counterparties: byAddress(mixer) },
  },
  clears: { 'a friend': {}, 'a known protocol': { recipient: router() } },
})
