import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'plain-http',
  title: 'It is served without encryption',
  why: 'Whoever is on the way, a hotel’s network or a provider, can read the page and write another one in its place (RFC 7258).',
  advice: 'Enter nothing there and connect no wallet.',
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
        description: `${visit.final.host} shows its page over plain http.`,
        evidence: { url: visit.final.href, ipAddress: visit.ipAddress },
      },
    ]
  },
})
