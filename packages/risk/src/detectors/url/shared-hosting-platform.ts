import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'shared-hosting-platform',
  title: 'Site on a shared hosting platform',
  why: 'Hosting services give every customer an address in minutes, without a name or a payment. The age and certificate of the service say nothing about the page.',
  advice: 'Ask the project for its official site; many honest projects begin on such platforms.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['site'],
  detect: ({ site: { host, site, platform } }) => {
    if (platform === null) return []
    return [
      {
        // On hosts that all strangers share there are also the pages of the service itself.
        severity: site === null ? 'info' : 'low',
        description:
          site === null ? `Any customer can publish on ${platform}.` : `${site} belongs to a customer of ${platform}.`,
        evidence: { host, platform, customer: site },
      },
    ]
  },
})
