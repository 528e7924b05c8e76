import { isNamed } from '../../contract/isNamed.ts'
import { defineDetector } from '../../detector.ts'
export default defineDetector({
  id: 'no-market',
  title: 'It is traded nowhere',
  why: 'No pool with something of value was found on the exchanges of this network; trading was tried in a pool made for the purpose inside the simulation. What it shows is true of the code, not of a market.',
  advice: 'Ask yourself where you would sell it.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'liquidity',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    if (!trade.pool.made || isNamed(subject)) return []
    return [
      {
        description: 'No pool was found; it was traded in one made for the purpose.',
        evidence: { token: subject.address, poolMade: true, exchange: trade.pool.exchange },
      },
    ]
  },
})
