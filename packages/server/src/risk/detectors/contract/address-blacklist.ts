import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'address-blacklist',
  title: 'Accounts can be put on a blacklist',
  why: 'Somebody may keep single accounts from moving the token. Regulated issuers do it by law; scams do it to every buyer.',
  advice: 'Look at who keeps the list.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'blacklist',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'put accounts on a blacklist',
      severity: ({ kind, state }) => (kind !== 'blacklist' ? null : state === 'effective' ? 'medium' : 'low'),
    }),
})
