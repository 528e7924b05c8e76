import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../detector.ts'

const CREDIT = 20

export default defineDetector({
  id: 'genuine-contract',
  title: 'It is a well-known token or service',
  why: 'The address itself, not its name, is published by the project or in a registry that many rely on. What its issuer may do (freeze, pause, mint) is a published rule; it is still listed.',
  advice: 'Nothing to do.',
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
        description: `The address is known as ${label.name}.`,
        evidence: { address: subject.address, name: label.name, category: label.category, source: label.source },
      },
    ]
  },
})
