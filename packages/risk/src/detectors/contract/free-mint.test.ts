import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode, contractFunction, NO_CODE } from '../../testing/sampleContract.ts'
import detector from './free-mint.ts'

detectorTest(detector, {
  detects: {
    'a faucet': able('mint', 'mint(uint256)', { call: BY_UNPRIVILEGED_CALLER }),
    'a sale whose price overflows': {
      ...able('mint', 'buy(uint256)', { call: BY_UNPRIVILEGED_CALLER, overflows: true }),
      bytecode: bytecode({ functions: [contractFunction('buy(uint256)', { mutability: 'payable' })] }),
    },
  },
  clears: {
    'an emission that only time makes possible': able('mint', 'drip()', {
      call: BY_UNPRIVILEGED_CALLER,
      emission: 0.1,
    }),
    'a plain token': {},
    'WETH deposit': {
      ...able('mint', 'deposit()', { call: BY_UNPRIVILEGED_CALLER }),
      bytecode: bytecode({ functions: [contractFunction('deposit()', { mutability: 'payable' })] }),
    },
    'vault shares': able('mint', 'deposit(uint256,address)', { call: BY_UNPRIVILEGED_CALLER, backed: true }),
    'a mint of the owner': able('mint', 'mint(address,uint256)'),
    'a collection that anyone may mint from': {
      ...able('mint', 'mint()', { call: BY_UNPRIVILEGED_CALLER }),
      bytecode: bytecode({ standard: 'erc721' }),
    },
    'no code': NO_CODE,
  },
})
