import type { Address, Hex } from '@redoubt/risk/address.ts'
import { coins, nft, orderIntent } from './orderIntent.ts'
import { fields, fromTable, verifierOf } from './typedMessage.ts'

type First = {
  trader: Address
  side: bigint
  collection: Address
  tokenId: bigint
  amount: bigint
  paymentToken: Address
  price: bigint
  listingTime: bigint
  expirationTime: bigint
  fees: { rate: bigint }[]
}
type Second = {
  trader: Address
  collection: Address
  listingsRoot: Hex
  numberOfListings: bigint
  expirationTime: bigint
  assetType: bigint
  orderType: bigint
}
/** Basis points. */
const WHOLE = 10_000n

/** Blur's orders; where only a root is signed, what is under it cannot be seen. */
export const blur = fromTable({
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)':
    (message) => {
      const order = fields<First>(message.struct)
      const { trader, collection, tokenId, amount, paymentToken, price, fees } = order
      const sells = order.side === 1n
      const rate = fees.reduce((sum, fee) => sum + fee.rate, 0n)
      const kept = rate < WHOLE ? (price * (WHOLE - rate)) / WHOLE : 0n
      const item = nft(amount > 1n ? 'erc1155' : 'erc721', collection, tokenId, amount, sells ? null : trader)
      return [
        orderIntent(message, {
          protocol: message.domain.name === 'Blur Exchange' ? 'Blur' : null,
          offerer: trader,
          gives: sells ? [item] : [coins(paymentToken, price, null)],
          gets: sells ? [coins(paymentToken, kept, trader)] : [item],
          start: order.listingTime,
          end: order.expirationTime,
        }),
      ]
    },
  'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)':
    (message) => {
      const { trader, collection, listingsRoot, numberOfListings, ...order } = fields<Second>(message.struct)
      const protocol = message.domain.name === 'Blur Exchange' ? 'Blur v2' : null
      const blind = { kind: 'blind', protocol, verifier: verifierOf(message), hash: listingsRoot } as const
      // 0 sells; bids pay from the pool's balance at a price that the root hides.
      if (order.orderType !== 0n) return [blind]
      const standard = order.assetType === 0n ? 'erc721' : 'erc1155'
      const gives = [nft(standard, collection, null, numberOfListings, null)]
      const terms = { protocol, offerer: trader, gives, gets: [], end: order.expirationTime }
      return [orderIntent(message, { ...terms, bulk: Number(numberOfListings) }), blind]
    },
  'Root(bytes32 root)': (message) => {
    const { root } = fields<{ root: Hex }>(message.struct)
    const protocol = message.domain.name === 'Blur Exchange' ? 'Blur bulk listing' : null
    return [{ kind: 'blind', protocol, verifier: verifierOf(message), hash: root }]
  },
})
