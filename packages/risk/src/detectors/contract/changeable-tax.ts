import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'changeable-tax',
  title: 'Changeable token tax',
  why: 'A privileged account can change the transfer tax. The highest possible tax matters most: we simulate it and report it in a separate finding.',
  advice: 'Check which account can change the tax, and up to which rate.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'change the tax',
      severity: ({ kind }) => (kind === 'tax-change' ? 'low' : null),
    }),
})
