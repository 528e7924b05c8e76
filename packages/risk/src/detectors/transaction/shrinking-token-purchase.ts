import { describeMelt, severityOfMelt } from '../../contract/melt.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'shrinking-token-purchase',
  title: 'Purchase of a shrinking token balance',
  why: 'The token that you buy was bought in simulation, and only time passed: the balance was smaller then, while the pool kept its tokens. A small rate (demurrage) is a fee for holding; a large one gives your tokens to others.',
  advice: 'Do not buy it to hold it. Compare the rate with what you expect of the token.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['purchasePrivileges'],
  detect: ({ purchasePrivileges }) => {
    if (purchasePrivileges.length === 0) return 'not-applicable'
    return purchasePrivileges.flatMap(({ token, subject, trade: { melt } }) =>
      melt === undefined
        ? []
        : [
            {
              severity: severityOfMelt(melt),
              description: `Your balance of ${nameAsset(subject.token?.symbol ?? null, token)} will lose ${describeMelt(melt)} by time alone. Confirmed in simulation.`,
              evidence: { token, lostPercent: melt.percent, seconds: melt.seconds },
            },
          ],
    )
  },
})
