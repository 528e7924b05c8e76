import { detectorTest } from '../../detectorTest.ts'
import type { ClaimTake } from '../../facts/claim.ts'
import type { JudgedDeposit } from '../../facts/deposit.ts'
import { OWNER } from '../../sampleContract.ts'
import { ETHER } from '../../sampleFacts.ts'
import { claim } from '../../testClaims.ts'
import detector from './unsafe-user-deposits.ts'

function deposit(more: Partial<JudgedDeposit> = {}): { deposits: JudgedDeposit[] } {
  const made = { selector: '0xd0e30db0', signature: 'deposit()', repeated: true } as const
  return { deposits: [{ ...made, findings: [], claims: [claim()], ...more }] }
}

function finding(id: string, more: Partial<JudgedDeposit['findings'][number]> = {}): Pick<JudgedDeposit, 'findings'> {
  return { findings: [{ id, title: 'A title', severity: 'high', description: 'A sentence.', isSale: false, ...more }] }
}

const take: ClaimTake = {
  caller: OWNER,
  by: 'owner()',
  selector: '0x3ccfd60b',
  signature: 'withdraw()',
  isKey: true,
  after: 0,
  amount: ETHER,
  receiver: OWNER,
}
const release = { ...take, signature: 'setNext(address)', returned: ETHER }
const kept = { returned: 0n, exit: null, offered: [] }
const sale = finding('deposit-without-withdrawal', { isSale: true })

detectorTest(detector, {
  detects: {
    'an owner who takes deposits': deposit(finding('owner-withdrawal-of-deposits')),
    'a withdrawal that the owner stops': deposit(finding('withdrawal-kill-switch')),
    'a deposit without a way out, by a call that no user made yet': deposit({
      ...finding('deposit-without-withdrawal'),
      repeated: false,
    }),
    'plain coins that do not come back': deposit({
      ...finding('deposit-without-withdrawal'),
      selector: null,
      signature: null,
    }),
    'a pot that the organiser pays to a user or to itself': {
      ...deposit({ ...sale, claims: [claim({ ...kept, takes: [take], release })] }),
      severity: 'medium',
    },
  },
  clears: {
    'a deposit with a tested withdrawal': deposit(),
    'a deposit that a multisig can take': deposit(finding('owner-withdrawal-of-deposits', { severity: 'low' })),
    'a shop, whose owner takes what was paid': deposit({ ...sale, claims: [claim({ ...kept, takes: [take] })] }),
    'a queue that an oracle settles': deposit({
      ...finding('deposit-without-withdrawal', { severity: 'medium' }),
      claims: [claim({ ...kept, release })],
    }),
    'an escrow of which a multisig may be paid': deposit({
      claims: [claim({ ...kept, takes: [{ ...take, isKey: false }], release })],
    }),
  },
})
