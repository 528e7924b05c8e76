import { detectorTest } from '../../detectorTest.ts'
import { FRIEND, pay, TRADER, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import { judgement } from '../../testJudgement.ts'
import detector from './control-given-to-dangerous-contract.ts'

const critical = { contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical') }
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
    'a new owner': {
      ...newOwner(UNKNOWN_CONTRACT),
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'high'),
      severity: 'high',
    },
  },
  clears: {
    'a payment': critical,
    'a delegate without findings': { contractJudgements: judgement(UNKNOWN_CONTRACT, 'none'), ...delegation(1) },
    'a delegation signed for another account': { ...critical, ...delegation(1, FRIEND) },
    'a delegation on another network': { ...critical, ...delegation(56) },
    'ownership that is given up': { ...critical, ...newOwner(null) },
  },
})
