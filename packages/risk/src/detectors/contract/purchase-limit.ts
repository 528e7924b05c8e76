import { defineDetector } from '../../engine/detector.ts'
export default defineDetector({
  id: 'purchase-limit',
  title: 'Purchase or holding limit',
  why: 'The token limits purchases or the balance of one wallet now. Such limits are usual in the first hours of a token; the account that set them may be able to change them.',
  advice: 'No action is needed, unless you want to buy more than the limit.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  family: 'limits',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { maxBuy, maxHolding } = trade.limits
    if (maxBuy === null && maxHolding === null) return []
    const words = [
      ...(maxBuy === null ? [] : [`${maxBuy} % of the supply can be bought at once`]),
      ...(maxHolding === null ? [] : [`${maxHolding} % can be held by one wallet`]),
    ]
    return [
      {
        description: `At most ${words.join(', and at most ')}.`,
        evidence: { token: subject.address, maxBuyPercent: maxBuy, maxHoldingPercent: maxHolding },
      },
    ]
  },
})
