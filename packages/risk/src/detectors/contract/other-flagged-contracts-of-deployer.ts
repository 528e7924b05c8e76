import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import { isAccusing } from '../../engine/finding.ts'
import type { Label } from '../../facts/account.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

/** Share of a deployer's transactions that made contracts which lists accuse: below, it deploys for many. */
const MIN_SHARE = 1 / 256

export default defineDetector({
  id: 'other-flagged-contracts-of-deployer',
  title: 'Deployer of other block-listed contracts',
  why: 'Another contract of the same deployer is on a list of scams. Its address follows from the deployer’s own nonce, which proves the deployment. It is low where any user may have accused the contract, and where the deployer made many others that no list accuses.',
  advice: 'Do not use any contract of this deployer.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['flaggedDeployments', 'creator', 'subject'],
  detect: ({ flaggedDeployments, creator, subject }) => {
    if (creator === null) return 'not-applicable'
    if (isNamed(subject)) return []
    const confirmed = flaggedDeployments.filter(({ labels }) => isConfirmed(labels))
    const isHabit = confirmed.length >= Number(creator.nonce) * MIN_SHARE
    return flaggedDeployments.map(({ address, nonce, labels }) => {
      const weighs = isHabit && isConfirmed(labels)
      return {
        severity: weighs ? ('high' as const) : ('low' as const),
        soft: !weighs,
        description: `Its deployer ${shortAddress(creator.address)} also deployed ${shortAddress(address)}, which is on a block list.`,
        evidence: {
          creator: creator.address,
          contract: address,
          nonce,
          deployerNonce: Number(creator.nonce),
          lists: labels.map(wordOf),
        },
      }
    })
  },
})

function isConfirmed(labels: readonly Label[]): boolean {
  return labels.some((one) => isAccusing(one) && one.confidence !== 'low')
}
