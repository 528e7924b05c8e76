import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { framedSite } from '../../url/trustOfSite.ts'

export default defineDetector({
  id: 'full-page-frame-of-another-site',
  title: 'Full-page frame of another site',
  why: 'The page has almost no content of its own and fills the window with another site: the address bar shows one name, and you use another site. The page can put anything over the frame.',
  advice: 'Open the framed site by its own address, or not at all.',
  appliesTo: 'url',
  category: 'code',
  // Tickets, maps and players are framed too: what is in the frame decides, and a browser shows it.
  severity: 'low',
  confidence: 'low',
  soft: true,
  family: 'frames',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, (shown) => {
      const frame = framedSite(shown)
      if (frame === null) return []
      return [
        {
          description: `${visit.final.host} has little content and shows ${URL.parse(frame)?.host || 'another site'} in a frame.`,
          evidence: { url: visit.final.href, frame, ownText: shown.text.length },
        },
      ]
    }),
})
