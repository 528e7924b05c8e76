import type { JudgedDeposit } from '../../facts/deposit.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './unsafe-user-deposits.ts'

function deposit(
  finding: Partial<JudgedDeposit['findings'][number]>,
  more: Partial<JudgedDeposit> = {},
): { deposits: JudgedDeposit[] } {
  const { id = 'deposit-without-withdrawal', severity = 'high', isSale = false } = finding
  const told = { id, severity, isSale, title: 'A title', description: 'A sentence.', evidence: { asset: 'native' } }
  return {
    deposits: [{ selector: '0xd0e30db0', signature: 'deposit()', repeated: true, findings: [told], ...more }],
  }
}

detectorTest(detector, {
  detects: {
    'an owner who takes deposits': deposit({ id: 'owner-withdrawal-of-deposits' }),
    'a withdrawal that the owner stops': deposit({ id: 'withdrawal-kill-switch' }),
    'a deposit without a way out, by a call that no user made yet': deposit({}, { repeated: false }),
    'plain coins that do not come back': deposit({}, { selector: null, signature: null }),
  },
  clears: {
    'a contract into which no payment was found': { deposits: [] },
    'a deposit with a tested withdrawal': deposit({ id: 'deposit-withdrawal', severity: 'info' }),
    'a deposit that a multisig can take': deposit({ id: 'owner-withdrawal-of-deposits', severity: 'low' }),
    'a queue that an oracle settles': deposit({ severity: 'medium' }),
    'a shop that keeps a price': deposit({ isSale: true }),
  },
})
