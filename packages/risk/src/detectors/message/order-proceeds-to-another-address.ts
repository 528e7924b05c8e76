import { trustOf } from '../../accounts/trust.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { OrderAsset } from '../../facts/signedIntent.ts'
import { isExpired } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'

/** Marketplaces charge a few percent, creators up to ten. */
const MAX_FEES_PERCENT = 15n

export default defineDetector({
  id: 'order-proceeds-to-another-address',
  title: 'Order proceeds to another address',
  why: 'The order looks fairly priced, but most of the price goes to another account. Fees and royalties take a small part; fake sites insert their own address as the receiver.',
  advice: 'Do not sign it unless you chose this receiver yourself.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['intents', 'block', 'named'],
  detect: ({ intents, block, named }) => {
    const orders = intents.filter((intent) => intent.kind === 'order').filter((intent) => !isExpired(intent, block))
    if (orders.length === 0) return 'not-applicable'
    return orders
      .filter(({ gives }) => gives.length > 0)
      .flatMap(({ offerer, gives, gets, protocol }) =>
        byAsset(gets).flatMap((parts) => {
          const total = sum(parts)
          if (isFeeOfOffer(total, parts, { offerer, gives, gets })) return []
          const own = sum(parts.filter(({ to }) => to === offerer))
          const [largest] = parts
            .filter(({ to }) => to !== offerer && to !== null)
            .sort((a, b) => (a.amount < b.amount ? 1 : -1))
          const receiver: Address | null = largest?.to ?? null
          if (total === 0n || own * 2n >= total || receiver === null) return []
          const account = named[receiver]
          // A bridge or a vault of a known service receives it on the offerer's behalf.
          if (account && trustOf(account) === 'known') return []
          return [
            {
              severity: own === 0n ? ('critical' as const) : ('high' as const),
              description: `${nameAccount(receiver, account)} receives ${own === 0n ? 'all' : 'most'} of the price instead of you.`,
              evidence: {
                receiver,
                asset: parts[0]?.address ?? 'native',
                total: String(total),
                yours: String(own),
                protocol,
              },
            },
          ]
        }),
      )
  },
})

/**
 * Whether a part of the price is a fee of an offer. An offer of tokens for an item names fees and royalties, which the seller
 * pays out of the offer. They are no proceeds of the offerer, who gets the item.
 */
function isFeeOfOffer(
  total: bigint,
  [part]: readonly OrderAsset[],
  { offerer, gives, gets }: { offerer: Address; gives: readonly OrderAsset[]; gets: readonly OrderAsset[] },
): boolean {
  const offered = sum(gives.filter((given) => part?.tokenId === null && kindOf(given) === kindOf(part)))
  const getsAnother = gets.some((asset) => asset.to === offerer && part && kindOf(asset) !== kindOf(part))
  return getsAnother && total * 100n <= offered * MAX_FEES_PERCENT
}

function kindOf({ assetType, address }: OrderAsset): string {
  return `${assetType} ${address}`
}

function byAsset(gets: readonly OrderAsset[]): OrderAsset[][] {
  return [...Map.groupBy(gets, kindOf).values()]
}

function sum(parts: readonly OrderAsset[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n)
}
