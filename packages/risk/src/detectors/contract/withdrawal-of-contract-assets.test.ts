import { detectorTest } from '../../testing/detectorTest.ts'
import { able } from '../../testing/sampleContract.ts'
import detector from './withdrawal-of-contract-assets.ts'

detectorTest(detector, {
  detects: {
    'proceeds that the owner collects': able('withdraw-working-assets', 'collect()'),
    'proceeds that a call sends to an account that the code fixes': {
      ...able('withdraw-working-assets', 'collect()', { paidElsewhere: true }),
      says: /can send assets that this contract works with to another account than its own by calling collect\(\)/,
    },
    'coins for an account that the code puts together': {
      ...able('withdraw-working-assets', 'stop()', { paidElsewhere: true, hiddenPayee: `0x${'ab'.repeat(20)}` }),
      severity: 'high',
      says: /can send assets of this contract to 0xabab…abab, which neither its code nor its storage shows, by calling stop\(\)/i,
    },
    'fees beside deposits, which are still paid back': {
      ...able('withdraw-working-assets', 'collect()', { leavesDeposits: true }),
      severity: 'info',
    },
    'proceeds that a multisig collects': {
      ...able('withdraw-working-assets', 'collect()', { owner: 'multisig' }),
      severity: 'info',
    },
  },
  clears: {
    'a plain token': {},
    'a rescue of foreign tokens': able('foreign-token-rescue', 'rescueTokens(address)'),
    'a withdrawal of deposits': able('withdraw-others-funds', 'withdraw()'),
  },
})
