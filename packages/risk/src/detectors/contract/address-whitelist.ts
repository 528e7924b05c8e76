import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'address-whitelist',
  title: 'Whitelist exemption from token rules',
  why: 'A privileged account can exempt accounts from fees, limits or pauses. Pools and the project’s own wallets are often exempt; when all other holders are stopped, the exempt accounts still sell.',
  advice: 'Check which account controls the whitelist, and which accounts are on it.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'whitelist',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'exempt accounts from fees, limits or pauses',
      severity: ({ kind }) => (kind === 'whitelist' ? 'low' : null),
    }),
})
