import { detectorTest } from '../../detectorTest.ts'
import { bytecode, NO_CODE } from '../../sampleContract.ts'
import detector from './known-scam-bytecode.ts'

detectorTest(detector, {
  detects: { 'a drainer of a known kit': { bytecode: bytecode({ family: 'drainer: claim kit' }) } },
  clears: {
    'a plain token': {},
    'a family of honest code': { bytecode: bytecode({ family: 'OpenZeppelin ERC20 5.0' }) },
    'no code': NO_CODE,
  },
})
