import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/accountNames.ts'

const CREDIT = 15

export default defineDetector({
  id: 'official-site',
  title: 'Official site of a known project',
  why: 'A project’s own domain is less often a trap. Attackers have taken over sites of honest projects too, so this lowers the score and cancels no finding.',
  advice: 'Read every request before you sign it, on this site too.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['site', 'trust', 'visit'],
  detect: ({ site, trust, visit }) => {
    const { official, listed } = trust
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    // Without encryption any machine on the route may answer for the site.
    if (official === null || (site.scheme === 'http' && !visit.upgraded)) return []
    return [
      {
        credit: CREDIT,
        description: `${site.host} is an official site of ${quote(official)}.`,
        evidence: { host: site.host, project: official },
      },
    ]
  },
})
