import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'

export default defineDetector({
  id: 'script-redirect',
  title: 'Script redirect to another site',
  why: 'Scanners without a script engine stop at the first page; therefore phishing campaigns redirect by script to another domain. Honest servers have a plainer way to announce a move.',
  advice: 'Judge the final site, not the site in the link.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'hidden-redirect',
  needs: ['site', 'visit'],
  detect: ({ site, visit }) =>
    crossings({ site, visit })
      .filter(({ hop }) => hop.how === 'script')
      .slice(0, 1)
      .map(({ hop }) => ({
        description: `A script on the page redirects to ${hop.to.host}.`,
        evidence: { from: hop.from, to: hop.to.href },
      })),
})
