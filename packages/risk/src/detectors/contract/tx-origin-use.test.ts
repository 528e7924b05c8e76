import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, NO_CODE } from '../../testing/sampleContract.ts'
import detector from './tx-origin-use.ts'

detectorTest(detector, {
  detects: { 'a token that asks who signed': { bytecode: bytecode({ opcodes: { origin: true } }) } },
  clears: { 'a plain token': {}, 'no code': NO_CODE },
})
