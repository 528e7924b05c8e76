import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Tokens without the liquidity that they once had. One may have moved to another pool; three are a habit. */
const TOKENS = { medium: 2, high: 3 } as const

export default defineDetector({
  id: 'liquidity-removed-by-deployer',
  title: 'Liquidity removed from the deployer’s other tokens',
  why: 'Serial rug pulls come from one account: it deploys a token, waits for buyers, removes the liquidity, and deploys the next one. Of this deployer’s other tokens the pools are empty: all LP tokens but the locked minimum were burned.',
  advice: 'Do not buy it unless its liquidity is locked or burned.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'lp',
  needs: ['deployerTokens', 'subject'],
  detect: ({ deployerTokens: found, subject }) => {
    if (found === null) return 'not-applicable'
    const removed = found.tokens.filter(({ liquidity }) => liquidity === 'removed')
    if (removed.length === 0 || isNamed(subject)) return []
    const severity = removed.length >= TOKENS.high ? 'high' : removed.length >= TOKENS.medium ? 'medium' : 'low'
    const part = found.examined < found.transactions ? ` in its last ${found.examined} transactions` : ''
    return [
      {
        severity,
        description: `${shortAddress(found.deployer)} deployed ${found.tokens.length} other tokens${part}; ${removed.length} of them have pools without liquidity.`,
        evidence: {
          deployer: found.deployer,
          tokens: removed.map(({ address }) => address),
          pools: removed.flatMap(({ pool }) => (pool === null ? [] : [pool])),
          otherTokens: found.tokens.length,
          deployerNonce: found.transactions,
          examined: found.examined,
        },
      },
    ]
  },
})
