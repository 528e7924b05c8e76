import { defineDetector } from '../../engine/detector.ts'
import { assetMovingCalls, judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'

const WORDS = {
  'guaranteed-return': 'guaranteed returns',
  doubling: 'more than what is sent',
  recovery: 'the recovery of lost coins',
  'advance-fee': 'a payout after a fee',
} as const

export default defineDetector({
  id: 'impossible-promise',
  title: 'Impossible promise with a payment address',
  why: 'Guaranteed returns, doubled deposits, recovery of stolen coins and fees before a payout are the commonest frauds (FBI IC3 report: investment and recovery fraud). Nothing comes back after the payment.',
  advice: 'Pay nothing. No service can reverse a payment of coins.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'requested',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const paid = shown.paymentAddresses[0] ?? null
      const promise = shown.promises.find(({ besideAddress }) => besideAddress !== true || paid !== null)
      if (promise === undefined || verifiedSiteOwner({ visit, site, trust, hopTrust }, shown) !== null) return []
      const asks = assetMovingCalls(shown).length > 0
      const isPaid = paid !== null || asks
      return [
        {
          severity: isPaid ? ('high' as const) : ('medium' as const),
          description: `The page promises ${WORDS[promise.kind]} (${quote(promise.phrase)})${isPaid ? ' and asks for a payment first' : ''}.`,
          evidence: { promise: promise.phrase, kind: promise.kind, address: paid },
        },
      ]
    }),
})
