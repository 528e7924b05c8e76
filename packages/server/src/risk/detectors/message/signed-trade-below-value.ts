import { defineDetector } from '../../detector.ts'
import { causeOf, isOrderedPayment } from '../../message/causeOf.ts'
import { tradeLossHits } from '../../tradeLossHits.ts'

export default defineDetector({
  id: 'signed-trade-below-value',
  title: 'The signed trade gives much more than it gets',
  why: 'Filled at the worst price that the signature allows, and at the prices of independent oracles, and of pools where no oracle speaks, what comes back is worth far less than what leaves. Whoever fills it keeps the difference.',
  advice: 'Check the price, ask for a tighter limit, or do not sign.',
  appliesTo: 'message',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['intents', 'worstCase', 'worstCaseChanges'],
  detect: ({ intents, worstCase: { lost, gained }, worstCaseChanges }) => {
    const given = lost.filter((loss) => {
      const cause = causeOf(loss, intents)
      return cause?.kind === 'order' || (cause?.kind === 'execution' && !isOrderedPayment(loss, cause))
    })
    return tradeLossHits({ given, gained }, worstCaseChanges)
  },
})
