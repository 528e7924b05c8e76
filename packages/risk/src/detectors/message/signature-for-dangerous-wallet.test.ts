import { detectorTest } from '../../testing/detectorTest.ts'
import { STRANGER } from '../../testing/sampleFacts.ts'
import { allowance, NOW, payment, transfer } from '../../testing/sampleMessage.ts'
import { walletJudgement } from '../../testing/testJudgement.ts'
import detector from './signature-for-dangerous-wallet.ts'

const critical = { walletJudgements: walletJudgement(STRANGER, 'critical') }

detectorTest(detector, {
  detects: {
    'a permit for a thief without a label': {
      ...critical,
      intents: [allowance({ spender: STRANGER })],
      severity: 'critical',
    },
    'tokens that a wallet of level high may take once': {
      walletJudgements: walletJudgement(STRANGER, 'high'),
      intents: [transfer({ spender: STRANGER })],
      severity: 'high',
    },
    'a payment to it': { ...critical, intents: [payment({ to: STRANGER })], severity: 'critical' },
    'a payment to a wallet of medium level, which is only told': {
      walletJudgements: walletJudgement(STRANGER, 'medium'),
      intents: [payment({ to: STRANGER })],
      severity: 'low',
    },
  },
  clears: {
    'a payment to a wallet without findings': {
      walletJudgements: walletJudgement(STRANGER, 'none'),
      intents: [payment({ to: STRANGER })],
    },
    'a permit that has expired': {
      ...critical,
      intents: [allowance({ spender: STRANGER, deadline: NOW - 1n, expiration: NOW - 1n })],
    },
    'a permit that takes the allowance back': {
      ...critical,
      intents: [allowance({ spender: STRANGER, amount: 0n })],
    },
  },
})
