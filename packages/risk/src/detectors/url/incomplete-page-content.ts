import { defineDetector } from '../../engine/detector.ts'
import { unseen } from '../../url/trustOfSite.ts'

/** Whether a page that was not seen decides is weighed with all that is known of the site: `weighPage`. */
export default defineDetector({
  id: 'incomplete-page-content',
  title: 'Incomplete page content',
  why: 'The site exists and shows people content that it did not show, or not in full, to this scan. Phishing kits hide behind robot checks and bloat; so do many honest sites.',
  advice: 'Do not read a missing finding as safe.',
  appliesTo: 'url',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  decisive: true,
  needs: ['visit', 'page'],
  detect: ({ visit, page }) => {
    if (unseen(visit, page) !== null) return { unknown: ['page'] }
    if (page === null) return 'not-applicable'
    if (page.unread.length === 0) return []
    return [
      {
        description: `We could not read parts of the page: ${page.unread.slice(0, 3).join('; ')}.`,
        evidence: { unread: page.unread.slice(0, 10) },
      },
    ]
  },
})
