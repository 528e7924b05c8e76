import { tradeLossHits } from '../../derive/tradeLossHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import { causeOf, isOrderedPayment } from '../../message/parties.ts'

export default defineDetector({
  id: 'signed-trade-below-market-price',
  title: 'Signed trade far below market price',
  why: 'At the worst price that the signature allows, by independent oracles and by pools where no oracle has a price, you get assets worth far less than what you give. The filler of the order keeps the difference.',
  advice: 'Check the price, ask for a tighter limit, or do not sign.',
  appliesTo: 'message',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['intents', 'worstCase', 'worstCaseChanges', 'executedIntents'],
  detect: ({ intents, worstCase: { lost, gained }, worstCaseChanges, executedIntents }) => {
    const isExecuted = (kind: 'unknown' | 'transfer') =>
      intents.some((intent, at) => intent.kind === kind && executedIntents.includes(at))
    const given = lost.filter((loss) => {
      const cause = causeOf(loss, intents)
      // An exchange by the code of a contract, whatever its type is called.
      if (cause === null) return isExecuted('unknown')
      if (cause.kind === 'transfer') return cause.witness !== null && isExecuted('transfer')
      return cause.kind === 'order' || (cause.kind === 'execution' && !isOrderedPayment(loss, cause))
    })
    return tradeLossHits({ given, gained }, worstCaseChanges)
  },
})
