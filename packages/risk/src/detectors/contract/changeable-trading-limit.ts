import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'changeable-trading-limit',
  title: 'Changeable trading limits',
  why: 'A privileged account can set how much you can buy, sell or hold. A limit near zero stops all sales.',
  advice: 'Check which account can change the limits.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'change the trading limits',
      severity: ({ kind }) => (kind === 'limit-change' ? 'low' : null),
    }),
})
