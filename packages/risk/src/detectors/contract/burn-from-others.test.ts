import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, bytecode } from '../../testing/sampleContract.ts'
import detector from './burn-from-others.ts'

const BURN = 'burn(address,uint256)'

detectorTest(detector, {
  detects: {
    'an owner who burns from holders': able('burn-from-others', BURN),
    'anyone may': { ...able('burn-from-others', BURN, { call: BY_UNPRIVILEGED_CALLER }), severity: 'critical' },
    'the code has it': { ...able('burn-from-others', BURN, { state: 'potential' }), severity: 'medium' },
    'a bridge that burns what it releases elsewhere': {
      ...able('burn-from-others', BURN, { owner: 'contract' }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'a collection, which has a finding of its own': {
      ...able('burn-from-others', BURN),
      bytecode: bytecode({ standard: 'erc721' }),
    },
    'a power that was given up': able('burn-from-others', BURN, { owner: 'burned' }),
    'another power': able('pause', 'pause()'),
  },
})
