import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'ip-address-host',
  title: 'IP address instead of a domain',
  why: 'Honest sites for people have domain names. Bare IP addresses are typical of hacked machines and of short-lived servers.',
  advice: 'Do not open it unless it is your own machine.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  family: 'address-form',
  needs: ['site'],
  detect: ({ site: { ip, host, port } }) => {
    if (ip === null) return []
    return [
      {
        severity: port === null ? 'low' : 'medium',
        description: `The host is the IPv${ip} address ${host}${port === null ? '' : `, on port ${port}`}.`,
        evidence: { host, version: ip, port },
      },
    ]
  },
})
