import { defineDetector } from '../../detector.ts'
import { quote } from '../../wording/quote.ts'

const CREDIT = 5

export default defineDetector({
  id: 'official-origin',
  title: 'Asked by a known project’s own site',
  why: 'A request from the domain that a project is known by is less often a trap. Sites of honest projects have been taken over all the same, so this lowers the score a little and cancels no finding.',
  advice: 'Check all the same what you sign.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['origin'],
  detect: ({ origin }) => {
    if (origin === null || origin.listed.length > 0) return 'not-applicable'
    if (origin.official === null || !origin.url.startsWith('https:')) return []
    return [
      {
        credit: CREDIT,
        description: `${origin.host} is known as a site of ${quote(origin.official)}.`,
        evidence: { host: origin.host, project: origin.official },
      },
    ]
  },
})
