import { detectorTest } from '../../detectorTest.ts'
import { simulation } from '../../sampleFacts.ts'
import detector from './execution-not-inspected.ts'

detectorTest(detector, {
  detects: { 'a call tree over the cap': { simulation: simulation({ truncated: true, trace: null }) } },
  clears: { 'an ordinary execution': {} },
})
