import { detectorTest } from '../../testing/detectorTest.ts'
import { ageDays, bytecode, contractFunction, NO_TOKEN, provenance } from '../../testing/sampleContract.ts'
import detector from './drainer-kit-function-names.ts'

const paid = (signature: string) => contractFunction(signature, { mutability: 'payable' })
const kit = (...functions: ReturnType<typeof paid>[]) => ({
  ...NO_TOKEN,
  provenance: { ...ageDays(3), verified: false },
  bytecode: bytecode({ standard: null, functions: [...functions, contractFunction('withdraw()', { gated: true })] }),
})

detectorTest(detector, {
  detects: {
    'a kit': kit(paid('claim()'), paid('SecurityUpdate()')),
    'such names two weeks later': {
      ...kit(paid('claim()')),
      provenance: { ...ageDays(15), verified: false },
      severity: 'medium',
    },
    'a kit whose source is published': {
      ...kit(paid('claim()')),
      provenance: provenance(),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token': {},
    'a claim that costs nothing': kit(contractFunction('claim()')),
    'a shop': kit(paid('buy(uint256)')),
    'a smart account, whose operations an entry point validates': kit(
      paid('validateUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32,uint256)'),
    ),
    'a large protocol with a paid claim among many functions': kit(
      paid('claim()'),
      ...Array.from({ length: 20 }, (_, at) => contractFunction(`f${at}()`)),
    ),
  },
})
