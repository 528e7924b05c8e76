import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, simulation } from '../../testing/sampleFacts.ts'
import detector from './unusually-high-gas-use.ts'

const heavy = { simulation: simulation({ gasUsed: 6_000_000n }) }

detectorTest(detector, {
  detects: { 'six million gas': heavy },
  clears: {
    'a swap': { simulation: simulation({ gasUsed: 180_000n }) },
    'the deployment of a large contract': { ...pay(null, 0n), recipient: null, ...heavy },
  },
})
