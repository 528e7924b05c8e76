import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { DrainerMark } from '../../facts/page.ts'
import { assetMovingCalls, judgeScripts, marksEvidence } from '../../url/pageEvidence.ts'
import { listWords } from '../../wording/listWords.ts'

const WORDS: Readonly<Record<DrainerMark, string>> = {
  'kit-name': 'the name of a kit',
  'kit-structure': 'the structure of a kit',
  'drain-function': 'a function that empties wallets',
  'balance-sorting': 'a list of holdings, most valuable first',
  'victim-log': 'a log of victims',
  'chain-hopping-sweep': 'a sweep over all networks',
}
/** Code that portfolio and analytics pages have as well. */
const COMMON: readonly DrainerMark[] = ['balance-sorting', 'victim-log']

export default defineDetector({
  id: 'drainer-kit',
  title: 'Wallet drainer kit',
  why: 'Criminals sell drainers as kits: their code lists the visitor’s assets, asks for the most valuable first, sweeps one network after the other and reports each victim (public analyses of Inferno, Pink, Angel and their successors).',
  advice:
    'Leave the site. If you have signed anything there, revoke your approvals and move your remaining assets to a new wallet.',
  appliesTo: 'url',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgeScripts({ visit, page }, (shown) => {
      const kinds = [...new Set(shown.drainerMarks.map(({ kind }) => kind))]
      const strong = kinds.filter((kind) => !COMMON.includes(kind))
      const calls = assetMovingCalls(shown)
      if (strong.length === 0 && kinds.length < 2) return []
      return [
        {
          severity: severityOf({ strong: strong.length, all: kinds.length, calls: calls.length }),
          description: `The page’s scripts contain ${listWords(kinds.map((kind) => WORDS[kind]))}${calls.length > 0 ? `, and ask a wallet for ${listWords(calls)}` : ''}.`,
          evidence: { url: visit.final.href, marks: marksEvidence(shown.drainerMarks), walletCalls: calls },
        },
      ]
    }),
})

/** A text about drainers quotes them and speaks to no wallet. */
function severityOf({ strong, all, calls }: { strong: number; all: number; calls: number }): Severity {
  if (calls === 0) return strong > 1 ? 'medium' : 'low'
  return strong > 0 ? 'critical' : all > 1 ? 'high' : 'medium'
}
