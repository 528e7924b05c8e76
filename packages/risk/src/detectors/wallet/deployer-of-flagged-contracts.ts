import { defineDetector } from '../../engine/detector.ts'
import { isAccusing } from '../../engine/finding.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'deployer-of-flagged-contracts',
  title: 'Deployer of block-listed contracts',
  why: 'A contract that this account deployed is on a list of scams. The account’s own transactions prove the deployment.',
  advice: 'Do not use any contract that this account deployed.',
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
      description: `This account deployed ${shortAddress(address)}, which is on a block list.`,
      evidence: { contract: address, nonce, lists: labels.map(wordOf) },
    })),
})
