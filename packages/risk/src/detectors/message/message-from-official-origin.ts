import { defineDetector } from '../../engine/detector.ts'
import { quote } from '../../wording/accountNames.ts'

const CREDIT = 5

export default defineDetector({
  id: 'message-from-official-origin',
  title: 'Signature request from an official site',
  why: 'A request from a known project’s own domain is less often a trap. Attackers have taken over sites of honest projects too, so this lowers the score a little and cancels no finding.',
  advice: 'Read every request before you sign it, on this site too.',
  appliesTo: 'message',
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
        description: `${origin.host} is an official site of ${quote(origin.official)}.`,
        evidence: { host: origin.host, project: origin.official },
      },
    ]
  },
})
