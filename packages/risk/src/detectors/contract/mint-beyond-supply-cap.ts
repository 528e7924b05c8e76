import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'mint-beyond-supply-cap',
  title: 'Mint beyond the stated supply cap',
  why: 'The contract states a supply cap. In simulation, a mint succeeded and the supply exceeded that cap, so the cap is false. Minting within a cap that the code enforces, or without a cap, is not reported here.',
  advice: 'Do not trust other claims that this contract makes.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'mint beyond the stated supply cap',
      severity: ({ beyond }) => (beyond === undefined ? null : 'high'),
    }),
})
