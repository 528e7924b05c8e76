import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'withdrawal-of-user-deposits',
  title: 'Withdrawal of other users’ deposits',
  why: 'In simulation, a privileged call moved the depositors’ funds to an account that the caller chose.',
  advice: 'Do not deposit; withdraw your deposits now.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: ({ paidElsewhere }) =>
        paidElsewhere
          ? 'send the deposits of other users to another account than its own'
          : 'withdraw the deposits of other users',
      unshown: 'A signature or a secret opens the depositors’ own withdrawal, which was not executed',
      severity: ({ kind, state, afterSale }, caller) => {
        if (kind !== 'withdraw-others-funds' || afterSale) return null
        if (caller === 'anyone') return state === 'effective' ? 'critical' : 'medium'
        return state === 'effective' ? 'high' : 'medium'
      },
    }),
})
