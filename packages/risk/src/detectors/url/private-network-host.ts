import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'private-network-host',
  title: 'Domain pointing to a private network',
  why: 'A public name that points to private IP addresses lets web pages reach routers, wallets’ local services and development nodes behind a firewall (DNS rebinding). Companies do it for their own use.',
  advice: 'Open it only if it belongs to your own network.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['dns', 'site'],
  detect: ({ dns, site }) => {
    if (!dns.notPublic) return []
    return [
      {
        // A user who types a private address knows that it is private.
        severity: site.ip === null ? 'medium' : 'low',
        description: `${site.host} points to an address outside the public Internet; we did not visit it.`,
        evidence: { host: site.host, addresses: dns.addresses.slice(0, 6) },
      },
    ]
  },
})
