import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'

export default defineDetector({
  id: 'meta-redirect',
  title: 'Meta refresh redirect',
  why: 'A refresh tag in the page redirects to another domain. Old sites announce a move like this; phishing campaigns use it on hacked servers.',
  advice: 'Judge the final site, not the site in the link.',
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
        description: `The page redirects to ${hop.to.host} by a refresh tag.`,
        evidence: { from: hop.from, to: hop.to.href, how: hop.how },
      })),
})
