import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'address-whitelist',
  title: 'Some accounts are exempt from the rules',
  why: 'Somebody may exempt accounts from fees, limits or stops. Pools and the project’s own wallets often are; when all others are stopped, the exempt ones still sell.',
  advice: 'Look at who may exempt whom.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'whitelist',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'exempt accounts from the rules',
      severity: ({ kind }) => (kind === 'whitelist' ? 'low' : null),
    }),
})
