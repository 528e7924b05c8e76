import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, CREATOR, NO_CODE, provenance } from '../../testing/sampleContract.ts'
import detector from './metamorphic-code.ts'

const destroys = { bytecode: bytecode({ opcodes: { selfdestruct: true } }) }
const fromFactory = { provenance: provenance({ factory: CREATOR }) }

detectorTest(detector, {
  detects: { 'a destructible child of a factory': { ...destroys, ...fromFactory } },
  clears: {
    'a plain token': {},
    'a plain child of a factory': fromFactory,
    'a destructible contract that a person created': destroys,
    'no code': NO_CODE,
  },
})
