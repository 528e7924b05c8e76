import { defineDetector } from '../../engine/detector.ts'
import { assetMovingCalls, judgePage } from '../../url/pageEvidence.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Kinds of pressure at once, on a page that speaks to wallets. */
const MUCH = 3

export default defineDetector({
  id: 'scam-lure-phrases',
  title: 'Scam lure phrases on the page',
  why: 'Claims, giveaways, deadlines and wallet verification are the words of scams, of honest airdrops, and of texts that warn about them.',
  advice: 'Look for the same offer on the project’s own site.',
  appliesTo: 'url',
  category: 'code',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['visit', 'page'],
  detect: ({ visit, page }) =>
    judgePage({ visit, page }, (shown) => {
      const kinds = new Set(shown.lures.map(({ kind }) => kind))
      const calls = assetMovingCalls(shown)
      // Without anything to take, they are words.
      if (kinds.size === 0 || shown.walletCalls.length === 0) return []
      return [
        {
          severity: kinds.size >= MUCH && calls.length > 0 ? 'medium' : 'low',
          description: `The page connects to wallets and says ${listWords(shown.lures.map(({ phrase }) => quote(phrase)))}.`,
          evidence: {
            url: visit.final.href,
            lures: shown.lures.slice(0, 6).map(({ kind, phrase }) => `${kind}: ${phrase}`),
            walletCalls: calls,
          },
        },
      ]
    }),
})
