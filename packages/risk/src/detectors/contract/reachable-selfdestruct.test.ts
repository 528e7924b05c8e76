import { detectorTest } from '../../testing/detectorTest.ts'
import { able, bytecode, NO_CODE } from '../../testing/sampleContract.ts'
import detector from './reachable-selfdestruct.ts'

detectorTest(detector, {
  detects: {
    'an owner who may': able('selfdestruct', 'kill()'),
    'a timelock that may': { ...able('selfdestruct', 'kill()', { owner: 'timelock' }), severity: 'low' },
    'an opcode that no call reached': { bytecode: bytecode({ opcodes: { selfdestruct: true } }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'no code': NO_CODE,
    'a power that was given up': able('selfdestruct', 'kill()', { owner: 'burned' }),
  },
})
