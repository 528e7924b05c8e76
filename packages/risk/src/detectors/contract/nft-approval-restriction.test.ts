import { detectorTest } from '../../testing/detectorTest.ts'
import { bytecode, contractFunction } from '../../testing/sampleContract.ts'
import detector from './nft-approval-restriction.ts'

const collection = (...names: string[]) => ({
  bytecode: bytecode({ standard: 'erc721', functions: names.map((name) => contractFunction(name)) }),
})

detectorTest(detector, {
  detects: {
    'an operator filter': collection('setOperatorFilteringEnabled(bool)', 'operatorFilteringEnabled()'),
    'a transfer validator': collection('setTransferValidator(address)'),
    'a transfer validator without verified source': {
      bytecode: bytecode({
        standard: 'erc721',
        functions: [{ ...contractFunction('setTransferValidator(address)'), signature: null }],
      }),
    },
  },
  clears: {
    'a plain collection': collection('approve(address,uint256)', 'setApprovalForAll(address,bool)'),
    'a token': {},
  },
})
