import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'address-blacklist',
  title: 'Token blacklist function',
  why: 'A privileged account can stop single accounts from moving the token. Regulated issuers do it by law; scam tokens do it to every buyer.',
  advice: 'Check which account controls the blacklist before you buy.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'blacklist',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'blacklist any account',
      severity: ({ kind, state }) => (kind !== 'blacklist' ? null : state === 'effective' ? 'medium' : 'low'),
    }),
})
