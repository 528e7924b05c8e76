import { defineDetector } from '../../detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/quote.ts'

const CREDIT = 15

export default defineDetector({
  id: 'trusted-by-operator',
  title: 'The operator of this service vouches for it',
  why: 'Whoever runs this service, or a list that he told to trust, names this site as good. That is a word and no examination: it answers for the name, lowers the score and cancels nothing that was found on the page.',
  advice: 'Check all the same what you sign.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['site', 'standing', 'visit'],
  detect: ({ site, standing, visit }) => {
    const { allowed, listed } = standing
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    if (allowed === null) return []
    return [
      {
        credit: CREDIT,
        // Where lists could not be read, none of them is the one that said so.
        sure: true,
        description: `${site.host} is vouched for by ${allowed.by}${allowed.note === null ? '' : `: ${quote(allowed.note)}`}.`,
        evidence: { host: site.host, by: allowed.by, note: allowed.note },
      },
    ]
  },
})
