import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'unreachable-site',
  title: 'It did not answer',
  why: 'What the page shows could not be looked at: the verdict rests on its name, its age and the lists. A site may refuse scanners and greet people.',
  advice: 'Do not take the lack of findings for a clean page. Scan it again later.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  family: 'reachability',
  needs: ['visit'],
  detect: ({ visit }) => {
    if (!visit.reached)
      return [
        {
          description: `${visit.final.host} could not be visited: ${visit.failure?.message ?? 'no answer'}`.replace(
            /\.?$/,
            '.',
          ),
          evidence: { host: visit.final.host, failure: visit.failure?.code ?? null },
        },
      ]
    if (visit.challenge !== null)
      return [
        {
          description: `${visit.final.host} showed a robot check of ${visit.challenge} instead of its page.`,
          evidence: { host: visit.final.host, status: visit.status, challenge: visit.challenge },
        },
      ]
    if (visit.status === null || visit.status < 400) return []
    return [
      {
        description: `${visit.final.host} answered with the error ${visit.status}; what people are shown may be something else.`,
        evidence: { host: visit.final.host, status: visit.status },
      },
    ]
  },
})
