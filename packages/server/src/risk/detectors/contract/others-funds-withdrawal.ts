import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'others-funds-withdrawal',
  title: 'Somebody can withdraw what others deposited',
  why: 'Executed on a copy of the chain, a privileged call moved funds that belong to depositors to an account of the caller’s choice.',
  advice: 'Do not deposit; withdraw what is there.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'taking',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'withdraw funds of others',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'withdraw-others-funds') return null
        if (caller === 'anybody') return state === 'effective' ? 'critical' : 'medium'
        return state === 'effective' ? 'high' : 'medium'
      },
    }),
})
