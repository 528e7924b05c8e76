import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'

/** Owners passed on the way, from which on it is more than a move or a sign-in. */
const MANY = 3

export default defineDetector({
  id: 'offsite-redirect',
  title: 'Redirect to another site',
  why: 'The page you see is not at the address in the link. Projects move and use other sites for sign-in; phishing campaigns chain sites so that no block list has them all.',
  advice: 'Judge the final site, not the site in the link.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'redirects',
  needs: ['site', 'visit', 'hopTrust'],
  detect: ({ site, visit, hopTrust }) => {
    const crossed = crossings({ site, visit })
    const last = crossed.at(-1)
    const end = visit.final.site ?? visit.final.registrable ?? visit.final.host
    if (last === undefined || end === (site.site ?? site.registrable ?? site.host)) return []
    const isMany = crossed.length >= MANY
    if (!isMany && hopTrust[visit.final.host]?.official) return []
    return [
      {
        severity: isMany ? 'medium' : 'low',
        description: isMany
          ? `The link redirects through ${crossed.length} other sites to ${visit.final.host}.`
          : `The link redirects to ${visit.final.host}.`,
        evidence: {
          from: site.host,
          to: visit.final.host,
          through: crossed.slice(0, 10).map(({ hop }) => hop.to.host),
        },
      },
    ]
  },
})
