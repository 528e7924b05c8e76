import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/quote.ts'

const CREDIT = 15

export default defineDetector({
  id: 'official-site',
  title: 'It is a known project’s own site',
  why: 'A domain that a project is known by is less often a trap. Sites of honest projects have been taken over all the same, so this lowers the score and cancels no finding.',
  advice: 'Check all the same what you sign.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['site', 'standing', 'visit'],
  detect: ({ site, standing, visit }) => {
    const { official, listed } = standing
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    // Without encryption anybody on the way may be the site.
    if (official === null || (site.scheme === 'http' && !visit.upgraded)) return []
    return [
      {
        credit: CREDIT,
        description: `${site.host} is known as a site of ${quote(official)}.`,
        evidence: { host: site.host, project: official },
      },
    ]
  },
})
