import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'

export default defineDetector({
  id: 'script-redirect',
  title: 'A script sends visitors to another site',
  why: 'Scanners that do not read scripts stop at the first page, which is why campaigns redirect by script to another domain. Servers have a plainer way to say that a site has moved.',
  advice: 'Judge the site where you end up, not the one in the link.',
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
        description: `A script on its page leads to ${hop.to.host}.`,
        evidence: { from: hop.from, to: hop.to.href },
      })),
})
