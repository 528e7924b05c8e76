import { defineDetector } from '../../engine/detector.ts'

/** Marketplaces offer half a year at most. */
const USUAL_SECONDS = 370n * 24n * 3600n

export default defineDetector({
  id: 'long-lived-order',
  title: 'Order with a distant expiry',
  why: 'An order stays valid at today’s price until it expires or you cancel it on chain. When the price rises, a buyer fills the forgotten order.',
  advice: 'Choose an expiry within weeks, and cancel old orders on chain.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  needs: ['intents', 'now'],
  detect: ({ intents, now }) => {
    const orders = intents.filter((intent) => intent.kind === 'order')
    if (orders.length === 0) return 'not-applicable'
    return orders
      .filter(({ end }) => end === null || end > now + USUAL_SECONDS)
      .map(({ end, protocol }) => ({
        description: `The order is valid ${end === null ? 'until you cancel it' : 'for more than a year'}.`,
        evidence: { end: end === null ? null : String(end), protocol },
      }))
  },
})
