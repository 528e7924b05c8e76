import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { isAccusing } from '../../engine/finding.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'other-flagged-contracts-of-deployer',
  title: 'Deployer of other block-listed contracts',
  why: 'Another contract of the same deployer is on a list of scams. Its address follows from the deployer’s own nonce, which proves the deployment.',
  advice: 'Do not use any contract of this deployer.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['flaggedDeployments', 'creator', 'subject'],
  detect: ({ flaggedDeployments, creator, subject }) => {
    if (creator === null) return 'not-applicable'
    if (isNamed(subject)) return []
    return flaggedDeployments.map(({ address, nonce, labels }) => ({
      severity: labels.some((one) => isAccusing(one) && one.confidence !== 'low')
        ? ('high' as const)
        : ('medium' as const),
      description: `Its deployer ${shortAddress(creator.address)} also deployed ${shortAddress(address)}, which is on a block list.`,
      evidence: { creator: creator.address, contract: address, nonce, lists: labels.map(wordOf) },
    }))
  },
})
