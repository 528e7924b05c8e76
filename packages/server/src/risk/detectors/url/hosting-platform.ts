import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'hosting-platform',
  title: 'Anybody can publish under this domain',
  why: 'Hosting services give everybody an address in minutes, without a name or a payment. The age and certificate of the service say nothing of the page.',
  advice: 'Ask where the official site of the project is; many honest ones begin here.',
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
          site === null ? `Strangers publish on ${platform}.` : `${site} was given to a customer of ${platform}.`,
        evidence: { host, platform, customer: site },
      },
    ]
  },
})
