import { defineDetector } from '../../packages/risk/src/engine/detector.ts'

/** Large services answer with fewer. */
const MAX_ADDRESSES = 50

export default defineDetector({
  id: 'template-url',
  title: 'Very many IP addresses of one domain',
  why: 'Fast-flux networks answer for a phishing site from many hacked machines, so that it stays reachable when some are shut down.',
  advice: 'Do not connect a wallet to this site.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  needs: ['site', 'dns'],
  detect: ({ site, dns }) => {
    if (!dns.exists) return 'not-applicable'
    if (dns.addresses.length <= MAX_ADDRESSES) return []
    return [
      {
        description: `The DNS names ${dns.addresses.length} IP addresses for ${site.host}.`,
        evidence: { host: site.host, addresses: dns.addresses.length, first: dns.addresses.slice(0, 10) },
      },
    ]
  },
})
