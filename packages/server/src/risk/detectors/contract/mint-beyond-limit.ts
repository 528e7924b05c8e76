import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'mint-beyond-limit',
  title: 'More can be made than the contract says there can ever be',
  why: 'The contract tells a limit of its supply. A mint was really executed on a copy of the chain, and there was more afterwards: the limit is words. Minting within a limit that the code keeps, or without one, is no such lie.',
  advice: 'Do not believe anything else that it says of itself.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'mint',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'mint more than the contract says there can ever be,',
      severity: ({ beyond }) => (beyond === undefined ? null : 'high'),
    }),
})
