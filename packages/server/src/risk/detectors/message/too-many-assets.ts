import { defineDetector } from '../../detector.ts'

/** A sweep of a whole page of items has fewer. */
const MOST = 64

export default defineDetector({
  id: 'too-many-assets',
  title: 'The order has too many assets to examine',
  why: 'Nobody reads hundreds of rows before signing, and no wallet shows them. Among assets that are worth nothing, one that is worth a lot is easily overlooked, by people and by scanners.',
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
    if (!largest || largest.gives + largest.gets <= MOST) return []
    return [
      {
        description: `You give ${largest.gives} assets and ${largest.gets} are asked for: not all of them were looked at.`,
        evidence: largest,
      },
    ]
  },
})
