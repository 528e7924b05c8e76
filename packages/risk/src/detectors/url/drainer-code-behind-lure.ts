import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Page } from '../../facts/page.ts'
import { assetMovingCalls, judgeScripts, marksEvidence } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { listWords } from '../../wording/listWords.ts'

/** Ways of hiding that minifiers do not have. */
const HIDDEN = ['encoded-strings', 'eval-of-decoded', 'hex-names', 'packed']
const WATCHED = ['anti-devtools', 'debugger-loop', 'swallows-keys']
/** Offers that press: a question about support or a claim alone is none. */
const PRESSING = ['urgency', 'verify-wallet', 'giveaway', 'migration']
const LOWER: Readonly<Partial<Record<Severity, Severity>>> = { critical: 'high', high: 'medium', medium: 'low' }

export default defineDetector({
  id: 'drainer-code-behind-lure',
  title: 'Drainer code behind a scam lure',
  why: 'Honest exchanges ask for approvals, permits and orders too, and some airdrops are real. Combined with code that hides itself, blocks inspection or reports elsewhere, they are the parts of a drainer.',
  advice: 'Do not connect a wallet. If you have signed anything there, revoke your approvals.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'drainer',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgeScripts({ visit, page }, (shown) => {
      const calls = assetMovingCalls(shown)
      if (calls.length === 0) return []
      const signs = signsOf(shown)
      const judged = severityOf(shown, signs)
      if (judged === null) return []
      const siteOwner = verifiedSiteOwner({ visit, site, trust, hopTrust })
      return [
        {
          severity: siteOwner === null ? judged : (LOWER[judged] ?? judged),
          description: `The page asks a wallet for ${listWords(calls)}, and has ${listWords(signs)}.`,
          evidence: {
            url: visit.final.href,
            walletCalls: calls,
            lures: shown.lures.slice(0, 6).map(({ kind, phrase }) => `${kind}: ${phrase}`),
            marks: marksEvidence([...shown.obfuscation, ...shown.channels, ...shown.drainerMarks]),
            verifiedSiteOwner: siteOwner,
          },
        },
      ]
    }),
})

/** What speaks against the code of a page besides its lures, in words. */
function signsOf({ obfuscation, channels, drainerMarks }: Page): string[] {
  return [
    ...(obfuscation.some(({ kind }) => HIDDEN.includes(kind)) ? ['obfuscated code'] : []),
    ...(obfuscation.some(({ kind }) => WATCHED.includes(kind)) ? ['code that blocks inspection'] : []),
    ...(channels.length > 0 ? ['an exfiltration channel'] : []),
    ...(drainerMarks.length > 0 ? ['parts of a drainer kit'] : []),
  ]
}

/** One sign is nothing without a lure; a lure is nothing without a sign. */
function severityOf({ lures }: Page, signs: readonly string[]): Severity | null {
  const isPressed = lures.some(({ kind }) => PRESSING.includes(kind))
  if (lures.length === 0) return signs.length > 2 ? 'high' : signs.length > 1 ? 'medium' : null
  if (signs.length > 1) return 'critical'
  if (signs.length === 0) return null
  return isPressed ? 'high' : 'medium'
}
