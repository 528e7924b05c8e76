import { claimOn } from '../../derive/claimed.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'price-source-under-one-key',
  title: 'Market price under a single private key',
  why: 'A lending market pays borrowers by a price that another contract answers. The account that sets that price can borrow all deposits against worthless collateral. Here one private key can set it.',
  advice: 'Do not supply assets to this market. Choose one whose price source no single key can change.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['movements', 'claims', 'counterparties'],
  detect: ({ movements, claims, counterparties }) => {
    if (claims.length === 0) return 'not-applicable'
    return movements.lost.flatMap((loss) => {
      const claim = claimOn(claims, loss)
      const [setter] = claim?.prices ?? []
      if (claim === null || setter === undefined) return []
      const { source, caller, by, selector, signature } = setter
      return [
        {
          description: `${nameAccount(caller, counterparties[caller])} (${by}) can set the price by which ${shortAddress(loss.takers[0] ?? source)} lends your ${describeAsset(loss)}, by ${signature ?? selector} of ${shortAddress(source)}. Confirmed in simulation.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            source,
            caller,
            by,
            function: signature ?? selector,
          },
        },
      ]
    })
  },
})
