import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Page } from '../../facts/page.ts'
import { impersonatedBrand } from '../../url/brandLikeness.ts'
import { presses, secretsOf } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { listWords } from '../../wording/listWords.ts'

/** The difference, its severity, and a description. Many honest sites turn robots away. */
const DIFFERENCES: Readonly<Record<string, [Severity, string]>> = {
  'wallet-code': ['low', 'the wallet code'],
  'final-site': ['medium', 'the final site'],
  title: ['medium', 'the title'],
  content: ['low', 'the text'],
  status: ['info', 'the HTTP status'],
  blocked: ['info', 'the presence of an answer'],
}
const ORDER: readonly Severity[] = ['medium', 'low', 'info']
/** A page with less text is drawn by its code: robots are often served the finished drawing. */
const FEWEST_WORDS = 8

export default defineDetector({
  id: 'cloaked-page',
  title: 'Page cloaking',
  why: 'Sites that show a harmless page to scanners and another one to people hide something (Oest et al., “Inside a phisher’s mind”; Google calls it cloaking). Blocking robots is common and honest; so is rendering a page for them.',
  advice: 'Do not rely on a clean scan of this site, from any scanner.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'cloaking',
  needs: ['cloaking', 'visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ cloaking, visit, page, site, trust, hopTrust }) => {
    if (!visit.reached || cloaking === null) return { unknown: ['what robots are shown'], decisive: false }
    if (!cloaking.differs) return []
    const { how, visitor, robot } = cloaking
    // A title that changes while robots are turned away is that of the page that turns them away.
    const isTurnedAway = how.includes('blocked') || (robot.status ?? 200) >= 400
    const counted = isTurnedAway ? [] : how
    const worst = ORDER.find((one) => counted.some((what) => DIFFERENCES[what]?.[0] === one)) ?? 'info'
    const siteOwner = verifiedSiteOwner({ visit, site, trust, hopTrust }, page ?? undefined)
    const severity = siteOwner !== null ? 'info' : page !== null && isTrap(counted, page) ? 'high' : worst
    return [
      {
        severity,
        description: isTurnedAway
          ? 'The site blocks search robots.'
          : `The site shows different pages to people and to search robots: ${listWords(how.map((what) => DIFFERENCES[what]?.[1] ?? what))}.`,
        evidence: {
          how,
          visitorUrl: visitor.url,
          robotUrl: robot.url,
          visitorTitle: visitor.title,
          robotTitle: robot.title,
          visitorStatus: visitor.status,
          robotStatus: robot.status,
          verifiedSiteOwner: siteOwner,
        },
      },
    ]
  },
})

/**
 * Whether what robots are not shown is what a thief would hide: wallet code on a page of other words, or another site or wallet code
 * together with something that accuses by itself. Finished drawings for robots and walls that ask for consent are honest.
 */
function isTrap(how: readonly string[], page: Page): boolean {
  const hidesCode = how.includes('wallet-code')
  if (!hidesCode && !how.includes('final-site')) return false
  if (presses(page) || impersonatedBrand(page) !== null || secretsOf(page).length > 0) return true
  const isDrawn = page.text.split(/\s+/, FEWEST_WORDS + 1).length <= FEWEST_WORDS
  return hidesCode && !isDrawn && (how.includes('title') || how.includes('content'))
}
