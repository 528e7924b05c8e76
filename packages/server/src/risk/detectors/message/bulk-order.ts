import { defineDetector } from '../../detector.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'

export default defineDetector({
  id: 'bulk-order',
  title: 'One signature for many orders',
  why: 'What is signed is the root of a tree of orders. Each of them is valid on its own, and what a wallet shows may be only one; a single order for nothing in the tree is enough.',
  advice: 'Sign it only on the marketplace that you opened yourself, and list items one by one if you are not sure.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['intents'],
  detect: ({ intents }) => {
    const [largest] = intents
      .filter((intent) => intent.kind === 'order' && intent.bulk !== null)
      .sort((a, b) => sizeOf(b) - sizeOf(a))
    if (largest?.kind !== 'order' || sizeOf(largest) < 2) return []
    const { bulk: orders, notShown = 0, protocol, verifier } = largest
    return [
      {
        severity: notShown > 0 ? ('high' as const) : ('medium' as const),
        description: `The signature is good for up to ${orders} orders${notShown > 0 ? `, of so many kinds that at least ${notShown} could not be looked at` : ''}.`,
        evidence: { orders, notShown, protocol, verifier },
      },
    ]
  },
})

function sizeOf(intent: SignedIntent): number {
  return intent.kind === 'order' ? (intent.bulk ?? 0) : 0
}
