import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'unverified-source',
  title: 'Unverified source code',
  why: 'No verification service has the source code of this contract. We analyse and simulate the bytecode; people cannot read it.',
  advice: 'Ask the project to verify its source code (Sourcify, a block explorer).',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['provenance', 'subject', 'bytecode'],
  detect: ({ provenance, subject, bytecode }) => {
    if (bytecode === null) return 'not-applicable'
    if (provenance.verified === null) return { unknown: ['verification'], decisive: false }
    // A known service needs no verified source to be trusted.
    if (provenance.verified || isNamed(subject)) return []
    return [
      {
        description: 'None of the verification services we asked has the source code of this contract.',
        evidence: { address: subject.address, verified: false, asked: provenance.asked },
      },
    ]
  },
})
