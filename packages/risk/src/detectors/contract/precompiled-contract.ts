import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'precompiled-contract',
  title: 'Precompiled contract',
  why: 'The address belongs to a built-in function of the protocol (a precompile: signatures, hashes, curves). It has no code, no owner and no user balances.',
  advice: 'Send it nothing; coins sent to it are lost.',
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
