import { defineDetector } from '../../detector.ts'
import { tradeLossHits } from '../../tradeLossHits.ts'

export default defineDetector({
  id: 'value-lost-in-trade',
  title: 'Trade far below market price',
  why: 'By independent oracles, and by pools where no oracle has a price, you get assets worth far less than what you give: a thin pool, a sandwich attack on a loose slippage limit, a fake token, or a scam.',
  advice: 'Compare with another exchange, trade a smaller amount, or set a tighter slippage limit.',
  appliesTo: 'transaction',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'loss',
  needs: ['movements', 'balanceChanges'],
  detect: ({ movements: { lost, gained }, balanceChanges }) =>
    tradeLossHits({ given: lost.filter(({ how }) => how !== 'sent'), gained }, balanceChanges),
})
