import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'surviving-item-signer',
  title: 'Item account signer that survives a sale',
  why: 'The contract is the account of an item (ERC-6551): the owner of the item commands it, and buyers pay for what it holds. In simulation, the item was sent to another account, and a key of the time before still spent from it.',
  advice: 'Do not buy the item for what its account holds.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'still take what the account of this item holds once the item is sold,',
      severity: ({ kind, afterSale }) => (kind === 'withdraw-others-funds' && afterSale ? 'high' : null),
    }),
})
