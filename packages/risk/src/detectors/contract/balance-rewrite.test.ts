import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode } from '../../testing/sampleContract.ts'
import detector from './balance-rewrite.ts'

const WRITE = 'setBalance(address,uint256)'

detectorTest(detector, {
  detects: {
    'an owner who writes balances': able('balance-write', WRITE),
    'anyone may': { ...able('balance-write', WRITE, { call: BY_UNPRIVILEGED_CALLER }), severity: 'critical' },
    'the code has it': { ...able('balance-write', WRITE, { state: 'potential' }), severity: 'medium' },
    'a rebasing token': { ...able('balance-write', 'rebase(uint256,int256)'), severity: 'low' },
    'a multisig may': { ...able('balance-write', WRITE, { owner: 'multisig' }), severity: 'low' },
  },
  clears: {
    'a plain token': {},
    'a collection, which has a finding of its own': {
      ...able('balance-write', WRITE),
      bytecode: bytecode({ standard: 'erc721' }),
    },
    'a mint with a transfer event': able('mint', 'mint(address,uint256)'),
    'a power that was given up': able('balance-write', WRITE, { owner: 'burned' }),
  },
})
