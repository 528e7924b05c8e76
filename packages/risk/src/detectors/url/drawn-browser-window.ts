import { defineDetector } from '../../engine/detector.ts'
import type { Browsing, DrawnWindow } from '../../facts/browsing.ts'
import type { Page } from '../../facts/page.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'

/** Hosts of examples and of one's own machine (RFC 2606, RFC 6761). */
const OF_EXAMPLES = /(?:^|\.)(?:example|test|invalid|localhost|local|internal)$|(?:^|\.)example\.(?:com|net|org)$/
/** Ids of extensions in the address of their own pages. */
const EXTENSION = /^[a-p]{32}$/

export default defineDetector({
  id: 'drawn-browser-window',
  title: 'Drawn browser or wallet window',
  why: 'The page draws a window with the address bar of another site, or with the title bar of a wallet, and takes a password or words in it ("browser in the browser"). What the drawn bar shows is only text: all that is typed goes to the page itself. Real sign-in and wallet windows can be moved out of the page.',
  advice: 'Type nothing into it. Open the wallet or the other site by itself, from its icon or a bookmark.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'impersonation',
  needs: ['browsing', 'visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ browsing, visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      const own = visit.final.site ?? visit.final.host
      const drawn = browsing.windows.flatMap((one) => {
        const imitates = imitatedBy(one, shown, own)
        return imitates === null ? [] : [{ one, imitates, takes: takenIn(one, browsing) }]
      })
      const [worst] = drawn.sort((a, b) => Number(b.takes !== null) - Number(a.takes !== null))
      if (worst === undefined) return []
      const { one, imitates, takes } = worst
      const { x, y, width, height } = one.box
      const isLaidOver = one.floats || one.buttons
      return [
        {
          severity: takes === null ? ('info' as const) : isLaidOver ? ('high' as const) : ('low' as const),
          description: `${visit.final.host} draws a window of ${quote(imitates)} inside of its page${takes === null ? ', and takes nothing in it' : ` and takes ${takes} in it`}.`,
          evidence: {
            url: visit.final.href,
            imitates,
            address: one.address,
            windowTitle: one.title,
            box: `${width} × ${height} at ${x}, ${y}`,
            takes,
          },
        },
      ]
    }),
})

/** The other site, extension or wallet whose window is drawn; null for a window of the page's own. */
function imitatedBy({ host, title, buttons, floats }: DrawnWindow, { brands }: Page, own: string): string | null {
  if (host !== null && EXTENSION.test(host)) return 'a browser extension'
  if (host !== null) return OF_EXAMPLES.test(host) || host === own || host.endsWith(`.${own}`) ? null : host
  const named = brands.find((one) => !one.own && title.toLowerCase().includes(one.brand.toLowerCase()))
  return buttons && floats ? (named?.brand ?? null) : null
}

/** What it takes: a password, or words that the visitor saw leave the page; a frame of another site than the drawn one counts as its own. */
function takenIn({ fields, frame, host }: DrawnWindow, { typed }: Browsing): string | null {
  if (fields.includes('password')) return 'a password'
  if (fields.includes('text') && typed.some(({ kind }) => kind === 'phrase')) return 'words'
  const isForeignFrame = frame !== null && host !== null && !frame.endsWith(host.split('.').slice(-2).join('.'))
  return isForeignFrame ? 'what is typed into a frame of another host' : null
}
