import { detectorTest } from '../../detectorTest.ts'
import { able, BY_STRANGER, bytecode, contractFunction, NO_CODE } from '../../sampleContract.ts'
import detector from './free-mint.ts'

detectorTest(detector, {
  detects: { 'a faucet': able('mint', 'mint(uint256)', { call: BY_STRANGER }) },
  clears: {
    'an emission that only time makes possible': able('mint', 'drip()', { call: BY_STRANGER, emission: 0.1 }),
    'a plain token': {},
    'WETH deposit': {
      ...able('mint', 'deposit()', { call: BY_STRANGER }),
      bytecode: bytecode({ functions: [contractFunction('deposit()', { mutability: 'payable' })] }),
    },
    'vault shares': able('mint', 'deposit(uint256,address)', { call: BY_STRANGER, backed: true }),
    'a mint of the owner': able('mint', 'mint(address,uint256)'),
    'a collection that anybody may mint from': {
      ...able('mint', 'mint()', { call: BY_STRANGER }),
      bytecode: bytecode({ standard: 'erc721' }),
    },
    'no code': NO_CODE,
  },
})
