import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Percent of the LP tokens. */
const MAX_PERCENT = 20

export default defineDetector({
  id: 'creator-held-liquidity',
  title: 'Liquidity held by the token creator',
  why: 'The creator or the owner holds the LP tokens of the largest pool: the usual first half of a rug pull. Honest projects hold them too, before they lock or burn them.',
  advice: 'Wait until the liquidity is locked or burned.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  family: 'lp',
  needs: ['distribution', 'subject'],
  detect: ({ distribution, subject }) => {
    const holders = distribution?.lpHolders ?? null
    if (holders === null) return 'not-applicable'
    const theirs = holders.filter(({ kind }) => kind === 'creator' || kind === 'owner')
    const percent = Math.round(theirs.reduce((total, { share }) => total + share, 0) * 100) / 100
    if (percent < MAX_PERCENT || isNamed(subject)) return []
    return [
      {
        description: `The creator or owner holds ${percent} % of the liquidity of the largest pool, unlocked, and can take it out in one transaction.`,
        evidence: {
          token: subject.address,
          percent,
          holders: theirs.map(({ address, share, kind }) => `${address}: ${share} % (${kind})`),
        },
      },
    ]
  },
})
