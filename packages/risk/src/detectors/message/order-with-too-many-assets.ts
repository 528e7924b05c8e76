import { defineDetector } from '../../engine/detector.ts'

/** A sweep of a whole page of items has fewer. */
const MAX = 64

export default defineDetector({
  id: 'order-with-too-many-assets',
  title: 'Order with too many assets',
  why: 'People do not read hundreds of rows before signing, and no wallet shows them. Among worthless assets, people and scanners easily overlook a valuable one.',
  advice: 'Do not sign it. Ask for an order with only the assets you mean to trade.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  decisive: true,
  needs: ['intents'],
  detect: ({ intents }) => {
    const orders = intents.filter((intent) => intent.kind === 'order')
    if (orders.length === 0) return 'not-applicable'
    const [largest] = orders
      .map(({ gives, gets, protocol, verifier }) => ({ gives: gives.length, gets: gets.length, protocol, verifier }))
      .sort((a, b) => b.gives + b.gets - a.gives - a.gets)
    if (!largest || largest.gives + largest.gets <= MAX) return []
    return [
      {
        description: `The order gives ${largest.gives} assets and asks for ${largest.gets}; we could not examine all of them.`,
        evidence: largest,
      },
    ]
  },
})
