import { defineDetector } from '../../detector.ts'
import { isAccusing } from '../../isAccusing.ts'
import { shortAddress } from '../../wording/shortAddress.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'created-flagged-contract',
  title: 'It created contracts known for scams',
  why: 'A contract that this account deployed is on a list of scams. Where it deployed follows from its transactions, so there is no doubt who did.',
  advice: 'Keep away from everything that this account makes.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['flaggedDeployments'],
  detect: ({ flaggedDeployments }) =>
    flaggedDeployments.map(({ address, nonce, labels }) => ({
      severity: labels.some((one) => isAccusing(one) && one.confidence !== 'low')
        ? ('high' as const)
        : ('medium' as const),
      description: `It created ${shortAddress(address)}, which lists accuse.`,
      evidence: { contract: address, nonce, lists: labels.map(wordOf) },
    })),
})
