import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/accountNames.ts'

/** Places. Beyond the last one, a few hundred requests a day make a rank (Rweyemamu et al., 2019). */
const VERY = 10_000
const LAST = 100_000
const CREDIT = { very: 10, rather: 5 } as const

export default defineDetector({
  id: 'popular-site',
  title: 'Popular site',
  why: 'Phishing sites do not live long enough to become popular. Attackers also hack popular sites and can manipulate rank lists near their end, so this lowers the score a little and cancels no finding.',
  advice: 'No action is needed.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'medium',
  needs: ['site', 'trust', 'visit'],
  detect: ({ site, trust, visit }) => {
    const { popular, listed } = trust
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    if (popular === null || popular.rank > LAST) return []
    return [
      {
        credit: popular.rank <= VERY ? CREDIT.very : CREDIT.rather,
        description: `The site has rank ${popular.rank} in ${quote(popular.list)}.`,
        evidence: { host: site.host, rank: popular.rank, list: popular.list },
      },
    ]
  },
})
