import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'precompiled-contract',
  title: 'It is part of the network itself',
  why: 'The address belongs to a function of the protocol (a precompile: signatures, hashes, curves). It has no code, no owner and no balance of anybody’s.',
  advice: 'Send it nothing; coin sent to it is lost.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  needs: ['subject', 'block'],
  detect: ({ subject, block }) =>
    subject.class === 'precompile'
      ? [
          {
            description: 'The address is a precompile of the network.',
            evidence: { address: subject.address, chain: block.chain },
          },
        ]
      : [],
})
