import { detectorTest } from '../../testing/detectorTest.ts'
import { FRIEND, pay, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './control-given-to-dangerous-contract.ts'

const critical = { contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical') }
const [judged] = Object.values(judgement(UNKNOWN_CONTRACT, 'high'))
const keepsPayments = (complete: boolean) => ({
  contractJudgements:
    judged === undefined
      ? {}
      : {
          [UNKNOWN_CONTRACT]: {
            ...judged,
            complete,
            findings: judged.findings.map((one) => ({ ...one, ofPayers: true as const })),
          },
        },
})
const delegation = (chainId: number, authority?: typeof FRIEND) =>
  pay(TRADER, 0n, {
    authorizationList: [{ chainId, address: UNKNOWN_CONTRACT, nonce: 1n, ...(authority && { authority }) }],
  })
const newOwner = (to: typeof FRIEND | null) => ({
  privilegeChanges: [{ kind: 'owner', contract: FRIEND, from: TRADER, to, shownBy: 'simulation' } as const],
})

detectorTest(detector, {
  detects: {
    'a delegate': { ...critical, ...delegation(1), severity: 'critical' },
    'a delegate on every network': { ...critical, ...delegation(0), severity: 'critical' },
    'a delegate of which more is not known than that it keeps payments': {
      ...keepsPayments(false),
      ...delegation(1),
      severity: 'high',
    },
    'a new owner': {
      ...newOwner(UNKNOWN_CONTRACT),
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'high'),
      severity: 'high',
    },
  },
  clears: {
    'a payment': critical,
    'a delegate that keeps what is paid to its own address': { ...keepsPayments(true), ...delegation(1) },
    'a delegate without findings': { contractJudgements: judgement(UNKNOWN_CONTRACT, 'none'), ...delegation(1) },
    'a delegation signed for another account': { ...critical, ...delegation(1, FRIEND) },
    'a delegation on another network': { ...critical, ...delegation(56) },
    'ownership that is given up': { ...critical, ...newOwner(null) },
  },
})
