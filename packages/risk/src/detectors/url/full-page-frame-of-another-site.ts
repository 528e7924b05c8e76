import { defineDetector } from '../../engine/detector.ts'
import { judgePage } from '../../url/pageEvidence.ts'

/** Characters of its own text, under which a page is little more than what it frames. */
const LITTLE_TEXT = 120

export default defineDetector({
  id: 'full-page-frame-of-another-site',
  title: 'Full-page frame of another site',
  why: 'The page has almost no content of its own and fills the window with another site: the address bar shows one name, and you use another site. The page can put anything over the frame.',
  advice: 'Open the framed site by its own address, or not at all.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'low',
  soft: true,
  family: 'frames',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, ({ frames, text, forms }) => {
      const framed = frames.find(({ hidden, offSite }) => offSite && !hidden)
      if (framed === undefined || text.length > LITTLE_TEXT || forms.length > 0) return []
      return [
        {
          description: `${visit.final.host} has little content and shows ${URL.parse(framed.src)?.host || 'another site'} in a frame.`,
          evidence: { url: visit.final.href, frame: framed.src, ownText: text.length },
        },
      ]
    }),
})
