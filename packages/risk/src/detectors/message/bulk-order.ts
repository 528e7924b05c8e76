import { defineDetector } from '../../engine/detector.ts'
import type { SignedIntent } from '../../facts/signedIntent.ts'

export default defineDetector({
  id: 'bulk-order',
  title: 'Bulk order signature',
  why: 'You sign the root of a tree of orders. Each order is valid on its own, and the wallet may show only one; a single order for nothing in the tree is enough to rob you.',
  advice: 'Sign it only on a marketplace that you opened yourself, and list NFTs one by one if you are not sure.',
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
        // Orders that are all examined are judged each by itself.
        severity: notShown > 0 ? ('high' as const) : ('low' as const),
        description: `The signature is valid for up to ${orders} orders${notShown > 0 ? `; we could not examine at least ${notShown} of them` : ''}.`,
        evidence: { orders, notShown, protocol, verifier },
      },
    ]
  },
})

function sizeOf(intent: SignedIntent): number {
  return intent.kind === 'order' ? (intent.bulk ?? 0) : 0
}
