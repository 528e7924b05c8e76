import { detectorTest } from '../../testing/detectorTest.ts'
import { account, approval, byAddress, FRIEND, STRANGER } from '../../testing/sampleFacts.ts'
import { walletJudgement } from '../../testing/testJudgement.ts'
import detector from './dangerous-recipient-wallet.ts'

detectorTest(detector, {
  detects: {
    'a recipient that the wallet scan rates critical': {
      walletJudgements: walletJudgement(STRANGER, 'critical'),
      severity: 'critical',
    },
    'a recipient that it rates high': { walletJudgements: walletJudgement(STRANGER, 'high'), severity: 'high' },
    'a spender that it rates high': {
      approvalChanges: [approval(STRANGER, { after: 5n, unlimited: false })],
      spenders: byAddress(account(STRANGER)),
      walletJudgements: walletJudgement(STRANGER, 'high'),
      severity: 'high',
    },
    'one of several recipients': {
      walletJudgements: { ...walletJudgement(FRIEND, 'none'), ...walletJudgement(STRANGER, 'high') },
      severity: 'high',
    },
    'a recipient of medium level, which is only told': {
      walletJudgements: walletJudgement(STRANGER, 'medium'),
      severity: 'low',
    },
    'a victim whose approvals endanger itself, which is only told': {
      walletJudgements: walletJudgement(STRANGER, 'high', { exposure: true }),
      severity: 'info',
    },
  },
  clears: {
    'a recipient without findings': { walletJudgements: walletJudgement(FRIEND, 'none') },
    'a transaction that gives no wallet anything': { walletJudgements: {} },
  },
})
