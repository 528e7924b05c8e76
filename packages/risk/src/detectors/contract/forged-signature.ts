import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'forged-signature',
  title: 'Forged signature accepted without signer',
  why: 'The contract asks for the signature of a signer that was never set. ECRECOVER answers the zero address for an invalid signature, and the code takes it for the signer. In simulation, a stranger moved assets with a signature of zeros.',
  advice: 'Do not use it: pay nothing in, approve nothing, and do not delegate your account to it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'drainer',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'move what this contract holds or may spend with a forged signature',
      severity: ({ kind }) => (kind === 'forged-signature' ? 'high' : null),
    }),
})
