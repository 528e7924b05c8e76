import { defineDetector } from '../../detector.ts'
import { tradeLossHits } from '../../tradeLossHits.ts'

export default defineDetector({
  id: 'value-lost-in-trade',
  title: 'You get much less than you give',
  why: 'At the prices of independent oracles, and of pools where no oracle speaks, what comes back is worth far less than what leaves: a thin pool, a sandwich waiting for a loose slippage limit, a fake token, or a swindle.',
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
