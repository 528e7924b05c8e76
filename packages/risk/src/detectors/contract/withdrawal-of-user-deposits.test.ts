import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER } from '../../testing/sampleContract.ts'
import detector from './withdrawal-of-user-deposits.ts'

const EMPTY = 'emergencyWithdraw(address)'

detectorTest(detector, {
  detects: {
    'an owner who empties the vault': able('withdraw-others-funds', EMPTY),
    'anyone may': { ...able('withdraw-others-funds', EMPTY, { call: BY_UNPRIVILEGED_CALLER }), severity: 'critical' },
    'the code has it': { ...able('withdraw-others-funds', EMPTY, { state: 'potential' }), severity: 'medium' },
    'a multisig that could': { ...able('withdraw-others-funds', EMPTY, { owner: 'multisig' }), severity: 'low' },
    'code that runs by itself from a date on has it': able('withdraw-others-funds', EMPTY, { after: 20 * 86_400 }),
    'code that runs in more than a year has it': {
      ...able('withdraw-others-funds', EMPTY, { after: 400 * 86_400 }),
      severity: 'medium',
    },
  },
  clears: {
    'a plain token': {},
    'a rescue of foreign tokens': able('foreign-token-rescue', 'rescueTokens(address)'),
    'a power that was given up': able('withdraw-others-funds', EMPTY, { owner: 'burned' }),
  },
})
