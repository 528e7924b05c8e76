import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'plain-http',
  title: 'Unencrypted site (plain HTTP)',
  why: 'An attacker on the network, for example in a hotel, can read the page and replace it with another one (RFC 7258).',
  advice: 'Enter nothing on the page and connect no wallet.',
  appliesTo: 'url',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'transport',
  needs: ['visit'],
  detect: ({ visit }) => {
    if (!visit.reached) return { unknown: ['how it is served'], decisive: false }
    if (visit.final.scheme === 'https') return []
    return [
      {
        description: `${visit.final.host} serves its page over plain HTTP.`,
        evidence: { url: visit.final.href, ipAddress: visit.ipAddress },
      },
    ]
  },
})
