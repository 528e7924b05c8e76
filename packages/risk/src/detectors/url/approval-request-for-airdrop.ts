import { defineDetector } from '../../engine/detector.ts'
import type { WalletCall } from '../../facts/page.ts'
import { assetMovingCalls, judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Offers to give, or to make sure of something. A migration takes the old tokens, and needs a permission for it. */
const GIVING = ['claim', 'verify-wallet', 'giveaway']
const PERMISSIONS: readonly WalletCall[] = ['approve', 'permit', 'set-approval-for-all', 'increase-allowance']
/** Ordinary uses of permissions: pages that also offer them need permissions. */
const USES =
  /\b(?:swap|trad(?:e|es|ing)|exchange|buy|sell|purchase|pay|deposit|stak(?:e|es|ing)|lend|borrow|bridge|liquidity|auction|marketplace|shop|revoke|vesting|mint)/i

export default defineDetector({
  id: 'approval-request-for-airdrop',
  title: 'Approval request for an airdrop',
  why: 'A giveaway or a wallet check needs no approval and no permit: these let others take your tokens. Drainer pages promise the one and ask for the other.',
  advice:
    'Do not sign an approval or a permit there. A claim is a transaction that gives you something, or a plain message.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'drainer',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const offers = shown.lures.filter(({ kind }) => GIVING.includes(kind))
      const asked = assetMovingCalls(shown).filter((call) => PERMISSIONS.includes(call))
      const hasUse = USES.test(`${shown.title} ${shown.description} ${shown.text}`)
      if (offers.length === 0 || asked.length === 0 || hasUse) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      return [
        {
          description: `The page says ${listWords(offers.map(({ phrase }) => quote(phrase)))} and asks a wallet for ${listWords(asked)}, without giving a reason.`,
          evidence: {
            url: visit.final.href,
            offers: offers.map(({ kind, phrase }) => `${kind}: ${phrase}`),
            walletCalls: asked,
          },
        },
      ]
    }),
})
