import { defineDetector } from '../../engine/detector.ts'
import type { OrderAsset } from '../../facts/signedIntent.ts'
import { isExpired } from '../../message/permissions.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Below this a payment is a gesture: about a cent of any supported network’s coin, and units no token is worth. */
const DUST_WEI = 10n ** 13n
const DUST_UNITS = 10n

export default defineDetector({
  id: 'order-for-nothing',
  title: 'Order that sells for nothing',
  why: 'Marketplaces settle a signed order as written. An order that asks for nothing, or for dust, gives your assets to its submitter; fake sites collect such signatures (Seaport, Blur, LooksRare, X2Y2).',
  advice: 'Do not sign it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['intents', 'block'],
  detect: ({ intents, block }) => {
    const orders = intents.filter((intent) => intent.kind === 'order').filter((intent) => !isExpired(intent, block))
    if (orders.length === 0) return 'not-applicable'
    return orders
      .filter(({ gives, gets }) => gives.some(({ amount }) => amount > 0n) && !gets.some(isWorthSomething))
      .map(({ gives, gets, taker, verifier, protocol }) => ({
        description: `${taker ? shortAddress(taker) : 'Anyone'} can take ${gives.length === 1 ? 'the asset you offer' : `${gives.length} of your assets`} for ${gets.length === 0 ? 'nothing' : 'almost nothing'}.`,
        evidence: {
          gives: gives.map(wordOf),
          gets: gets.map(wordOf),
          taker: taker ?? 'anyone',
          verifier,
          protocol,
        },
      }))
  },
})

function isWorthSomething({ assetType, amount }: OrderAsset): boolean {
  if (assetType === 'native') return amount >= DUST_WEI
  return assetType === 'erc20' ? amount > DUST_UNITS : amount > 0n
}

function wordOf({ address, tokenId, amount }: OrderAsset): string {
  return `${amount} of ${address ?? 'native'}${tokenId === null ? '' : `#${tokenId}`}`
}
