import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'private-address-host',
  title: 'The name leads into a private network',
  why: 'A public name that points to private addresses is how web pages reach routers, wallets’ local services and development nodes behind a firewall (DNS rebinding). Offices do it for their own use.',
  advice: 'Open it only if it is your own network’s.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['dns', 'site'],
  detect: ({ dns, site }) => {
    if (!dns.notPublic) return []
    return [
      {
        // Whoever types a private address knows that it is one.
        severity: site.ip === null ? 'medium' : 'low',
        description: `${site.host} leads to an address that is not on the public Internet; nothing there was visited.`,
        evidence: { host: site.host, addresses: dns.addresses.slice(0, 6) },
      },
    ]
  },
})
