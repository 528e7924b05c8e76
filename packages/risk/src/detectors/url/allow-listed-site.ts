import { defineDetector } from '../../engine/detector.ts'
import { crossings } from '../../url/crossings.ts'
import { quote } from '../../wording/accountNames.ts'

const CREDIT = 15

export default defineDetector({
  id: 'allow-listed-site',
  title: 'Site on the operator’s allow list',
  why: 'The operator of this service, or a list that the operator trusts, has put this site on an allow list. An allow list entry is a statement and no examination: it covers the name, lowers the score and cancels no finding about the page.',
  advice: 'Read every request before you sign it, on this site too.',
  appliesTo: 'url',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['site', 'trust', 'visit'],
  detect: ({ site, trust, visit }) => {
    const { allowed, listed } = trust
    if (listed.length > 0 || crossings({ site, visit }).length > 0) return 'not-applicable'
    if (allowed === null) return []
    return [
      {
        credit: CREDIT,
        // The operator's list answered; block lists that could not be read do not matter.
        sure: true,
        description: `${site.host} is on the allow list of ${allowed.by}${allowed.note === null ? '' : `: ${quote(allowed.note)}`}.`,
        evidence: { host: site.host, by: allowed.by, note: allowed.note },
      },
    ]
  },
})
