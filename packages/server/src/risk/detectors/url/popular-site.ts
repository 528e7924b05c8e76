import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/quote.ts'

/** Places. Beyond the last one, a few hundred requests a day make a rank (Rweyemamu et al., 2019). */
const VERY = 10_000
const LAST = 100_000
const CREDIT = { very: 10, rather: 5 } as const

export default defineDetector({
  id: 'popular-site',
  title: 'Many people visit it',
  why: 'Phishing sites do not live long enough to become popular. Popular sites are broken into and rank lists can be gamed near their end, so this lowers the score a little and cancels no finding.',
  advice: 'Nothing to do.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'medium',
  needs: ['site', 'standing', 'visit'],
  detect: ({ site, standing, visit }) => {
    const { popular, listed } = standing
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    if (popular === null || popular.rank > LAST) return []
    return [
      {
        credit: popular.rank <= VERY ? CREDIT.very : CREDIT.rather,
        description: `It has place ${popular.rank} in ${quote(popular.list)}.`,
        evidence: { host: site.host, rank: popular.rank, list: popular.list },
      },
    ]
  },
})
