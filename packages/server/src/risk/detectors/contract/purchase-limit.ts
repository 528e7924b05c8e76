import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'purchase-limit',
  title: 'Only so much can be bought or held',
  why: 'A limit on purchases or on what one wallet holds, in force now. Usual in the first hours of a token; whoever set it may be able to change it.',
  advice: 'Nothing to do, unless you want more than that.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  family: 'limits',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { mostBuy, mostHeld } = trade.limits
    if (mostBuy === null && mostHeld === null) return []
    const words = [
      ...(mostBuy === null ? [] : [`${mostBuy} % of the supply can be bought at once`]),
      ...(mostHeld === null ? [] : [`${mostHeld} % can be held by one wallet`]),
    ]
    return [
      {
        description: `At most ${words.join(', and at most ')}.`,
        evidence: { token: subject.address, mostBuyPercent: mostBuy, mostHeldPercent: mostHeld },
      },
    ]
  },
})
