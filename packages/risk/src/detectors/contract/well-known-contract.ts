import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'

const CREDIT = 20

export default defineDetector({
  id: 'well-known-contract',
  title: 'Well-known token or service',
  why: 'The project itself, or a registry that many rely on, publishes this address. The issuer’s privileges (freeze, pause, mint) are published rules; we still list them.',
  advice: 'No action is needed.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) => {
    const label = genuineLabel(subject)
    if (label === null) return []
    return [
      {
        credit: CREDIT,
        description: `This address is ${label.name}, according to ${label.source}.`,
        evidence: { address: subject.address, name: label.name, category: label.category, source: label.source },
      },
    ]
  },
})
