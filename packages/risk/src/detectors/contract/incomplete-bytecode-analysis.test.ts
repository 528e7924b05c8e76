import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, NO_CODE } from '../../testing/sampleContract.ts'
import detector from './incomplete-bytecode-analysis.ts'

detectorTest(detector, {
  detects: { 'code that takes too long to read': { bytecode: bytecode({ complete: false }) } },
  clears: { 'a plain token': {}, 'no code': NO_CODE },
  unknowns: { 'a contract that could not be read': { bytecode: null } },
})
