import { trustOf } from '../../accounts/trust.ts'
import { isNamedTransfer } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'nft-sold-for-nothing',
  title: 'NFT sold for nothing',
  why: 'A call other than a plain transfer moves an NFT to a personal wallet, and you receive no payment. Forged marketplace orders sell NFTs for zero through the real marketplace contract.',
  advice: 'Reject it unless you mean to give the NFT away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  needs: ['movements', 'counterparties', 'recipient', 'decodedSteps'],
  detect: ({ movements, counterparties, recipient, decodedSteps }) => {
    const items = movements.lost.filter(
      ({ assetType, how }) => assetType.startsWith('erc') && assetType !== 'erc20' && how !== 'sent',
    )
    if (items.length === 0) return 'not-applicable'
    return items.flatMap((item) => {
      if (item.returned === 'value' || isNamedTransfer(item, { recipient, decodedSteps })) return []
      const taker = item.takers
        .map((address) => counterparties[address])
        .find((account) => account !== undefined && account.class !== 'contract' && trustOf(account) !== 'known')
      if (!taker) return []
      return [
        {
          severity: item.returned === 'nothing' ? 'critical' : 'high',
          description: `${describeAsset(item)} goes to ${nameAccount(taker.address, taker)} and you receive nothing${item.returned === 'nothing' ? '' : ' of known value'}.`,
          evidence: { collection: item.address, tokenId: String(item.tokenId), taker: taker.address, how: item.how },
        },
      ]
    })
  },
})
