import { defineDetector } from '../../detector.ts'
import { standingOfShown } from '../../url/standingOfShown.ts'
import { vouchedBy } from '../../url/vouchedBy.ts'

/** Answers that withhold the page from us and may show it to others (RFC 9110; 451 is RFC 7725). */
const WITHHELD = [401, 402, 403, 407, 429, 451, 503]

export default defineDetector({
  id: 'page-not-read',
  title: 'Incomplete page content',
  why: 'The site exists and shows people content that it did not show, or not in full, to this scan. Phishing kits hide behind robot checks and bloat; so do many honest sites.',
  advice: 'Do not read a missing finding as safe.',
  appliesTo: 'url',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  decisive: true,
  needs: ['visit', 'page', 'site', 'standing', 'hopStandings'],
  detect: ({ visit, page, site, standing, hopStandings }) => {
    const ends = { visit, site, standing, hopStandings }
    // How many people use a shortener says nothing of where it leads.
    const shown = standingOfShown(ends)
    const isKnown = vouchedBy(ends) !== null || Boolean(shown?.popular ?? shown?.allowed)
    const relief = isKnown ? ({ decisive: false } as const) : {}
    // Nobody is home: what there is to know is known.
    if (!visit.reached) return { unknown: ['what its page shows'], decisive: false }
    if (WITHHELD.includes(visit.status ?? 0)) return { unknown: ['what its page shows'], ...relief }
    if ((visit.status ?? 200) >= 400) return { unknown: ['what its page shows'], decisive: false }
    if (page === null) return 'not-applicable'
    if (visit.truncated) return { unknown: ['the rest of its page'], ...relief }
    if (page.unread.length === 0) return []
    return [
      {
        description: `We could not read parts of the page: ${page.unread.slice(0, 3).join('; ')}.`,
        evidence: { unread: page.unread.slice(0, 10) },
      },
    ]
  },
})
