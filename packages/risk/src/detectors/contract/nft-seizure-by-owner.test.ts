import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode } from '../../testing/sampleContract.ts'
import detector from './nft-seizure-by-owner.ts'

const collection = { bytecode: bytecode({ standard: 'erc721' }) }

detectorTest(detector, {
  detects: {
    'an owner who burns': { ...collection, ...able('burn-from-others', 'revoke(uint256)') },
    'anyone may': {
      ...collection,
      ...able('balance-write', 'move(uint256,address)', { call: BY_UNPRIVILEGED_CALLER }),
      severity: 'critical',
    },
    'the code has it': {
      ...collection,
      ...able('burn-from-others', 'revoke(uint256)', { state: 'potential' }),
      severity: 'medium',
    },
  },
  clears: {
    'a plain collection': collection,
    'a token, which has a finding of its own': able('burn-from-others', 'burn(address,uint256)'),
    'a collection whose owner is gone': {
      ...collection,
      ...able('burn-from-others', 'revoke(uint256)', { owner: 'burned' }),
    },
  },
})
