import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'

const ENOUGH_LINKS = 8
const MAX_DEAD = 0.7

export default defineDetector({
  id: 'dead-links',
  title: 'Mostly dead links',
  why: 'A copied page has the menu of the original site with no pages behind it. Unfinished pages and script menus look the same.',
  advice: 'Test the menu before you trust the page.',
  appliesTo: 'url',
  category: 'code',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, ({ links }) => {
      if (links.total < ENOUGH_LINKS || links.dead / links.total < MAX_DEAD) return []
      return [
        {
          description: `${links.dead} of the page’s ${links.total} links lead nowhere.`,
          evidence: { url: visit.final.href, total: links.total, dead: links.dead },
        },
      ]
    }),
})
