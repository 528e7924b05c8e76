import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'

export default defineDetector({
  id: 'meta-redirect',
  title: 'The page itself sends visitors to another site',
  why: 'A refresh that is written into the page leads to another domain. Old sites announce a move in this way; campaigns use it where the server belongs to somebody else.',
  advice: 'Judge the site where you end up, not the one in the link.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'hidden-redirect',
  needs: ['site', 'visit'],
  detect: ({ site, visit }) =>
    crossings({ site, visit })
      .filter(({ hop }) => hop.how === 'meta' || hop.how === 'refresh-header')
      .slice(0, 1)
      .map(({ hop }) => ({
        description: `Its page leads to ${hop.to.host} by a refresh.`,
        evidence: { from: hop.from, to: hop.to.href, how: hop.how },
      })),
})
