import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'

/** Owners passed on the way, from which on it is more than a move or a sign-in. */
const MANY = 3

export default defineDetector({
  id: 'offsite-redirect',
  title: 'It leads to another site',
  why: 'What you see is not at the address that you were given. Projects move and sign people in elsewhere; campaigns chain sites so that no list has them all.',
  advice: 'Judge the site where you end up, not the one in the link.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'redirects',
  needs: ['site', 'visit', 'hopStandings'],
  detect: ({ site, visit, hopStandings }) => {
    const crossed = crossings({ site, visit })
    const last = crossed.at(-1)
    const end = visit.final.site ?? visit.final.registrable ?? visit.final.host
    if (last === undefined || end === (site.site ?? site.registrable ?? site.host)) return []
    const isMany = crossed.length >= MANY
    if (!isMany && hopStandings[visit.final.host]?.official) return []
    return [
      {
        severity: isMany ? 'medium' : 'low',
        description: isMany
          ? `It leads through ${crossed.length} other sites to ${visit.final.host}.`
          : `It leads to ${visit.final.host}.`,
        evidence: {
          from: site.host,
          to: visit.final.host,
          through: crossed.slice(0, 10).map(({ hop }) => hop.to.host),
        },
      },
    ]
  },
})
