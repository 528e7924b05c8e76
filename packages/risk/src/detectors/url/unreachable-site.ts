import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unreachable-site',
  title: 'Unreachable site',
  why: 'We could not see the page: the verdict uses only its name, its age and the block lists. A site may refuse scanners and still answer people.',
  advice: 'Do not read a missing finding as safe. Scan it again later.',
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
          description: `We could not visit ${visit.final.host}: ${visit.failure?.message ?? 'no answer'}`.replace(
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
        description: `${visit.final.host} answered with HTTP error ${visit.status}; people may see another page.`,
        evidence: { host: visit.final.host, status: visit.status },
      },
    ]
  },
})
