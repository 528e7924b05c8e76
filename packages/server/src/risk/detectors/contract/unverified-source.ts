import { isNamed } from '../../contract/isNamed.ts'
import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'unverified-source',
  title: 'Nobody published its source',
  why: 'No verification service has the source code of this contract. The analysis reads the bytecode and executes it; a person cannot read it.',
  advice: 'Ask the project to publish the source (Sourcify, an explorer).',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['provenance', 'subject', 'bytecode'],
  detect: ({ provenance, subject, bytecode }) => {
    if (bytecode === null) return 'not-applicable'
    if (provenance.verified === null) return { unknown: ['verification'], decisive: false }
    // What a known service is needs nobody's source to be believed.
    if (provenance.verified || isNamed(subject)) return []
    return [
      {
        description: 'No verification service that was asked has its source code.',
        evidence: { address: subject.address, verified: false, asked: provenance.asked },
      },
    ]
  },
})
