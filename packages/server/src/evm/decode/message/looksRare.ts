import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { coins, nft, orderIntent } from './orderIntent.ts'
import { fields, type TypedMessage } from './typedMessage.ts'

const V1 =
  'MakerOrder(bool isOrderAsk,address signer,address collection,uint256 price,uint256 tokenId,uint256 amount,address strategy,address currency,uint256 nonce,uint256 startTime,uint256 endTime,uint256 minPercentageToAsk,bytes params)'
const V2 =
  'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)'
const TREE = /^BatchOrder\(Maker(?:\[2\]){1,24} tree\)/
const MAX_SHOWN = 64
/** Basis points of the price that a seller keeps. */
const WHOLE = 10_000n
/** Only the standard strategy takes the items that the order names. */
const STANDARD = 0n

type MakerV1 = {
  isOrderAsk: boolean
  signer: Address
  collection: Address
  price: bigint
  tokenId: bigint
  amount: bigint
  currency: Address
  startTime: bigint
  endTime: bigint
  minPercentageToAsk: bigint
}
type MakerV2 = {
  quoteType: bigint
  strategyId: bigint
  collectionType: bigint
  collection: Address
  currency: Address
  signer: Address
  startTime: bigint
  endTime: bigint
  price: bigint
  itemIds: bigint[]
  amounts: bigint[]
}
type Tree = MakerV2 | Tree[]

/** Orders of LooksRare's two exchanges, and trees of the second. What comes is the price, before the exchange's fee. */
export function looksRare(message: TypedMessage): SignedIntent[] | null {
  if (message.encodedType === V1) return [first(message)]
  if (message.encodedType === V2) return [second(fields<MakerV2>(message.struct), message, null)]
  const head = TREE.exec(message.encodedType)?.[0]
  if (head === undefined || message.encodedType !== `${head}${V2}`) return null
  const orders = leaves(fields<{ tree: Tree }>(message.struct).tree).filter(
    ({ itemIds, price }) => itemIds.length > 0 || price > 0n,
  )
  return orders.slice(0, MAX_SHOWN).map((order) => second(order, message, orders.length))
}

function leaves(tree: Tree): MakerV2[] {
  return Array.isArray(tree) ? tree.flatMap(leaves) : [tree]
}

/** The first exchange does not say which standard a collection follows; one piece is taken for an ERC-721. */
function first(message: TypedMessage): SignedIntent {
  const order = fields<MakerV1>(message.struct)
  const { isOrderAsk, signer, collection, tokenId, amount, currency, price, minPercentageToAsk } = order
  const least = minPercentageToAsk < WHOLE ? (price * minPercentageToAsk) / WHOLE : price
  const item = nft(amount > 1n ? 'erc1155' : 'erc721', collection, tokenId, amount, isOrderAsk ? null : signer)
  return orderIntent(message, {
    protocol: message.domain.name === 'LooksRareExchange' ? 'LooksRare v1' : null,
    offerer: signer,
    gives: isOrderAsk ? [item] : [coins(currency, price, null)],
    gets: isOrderAsk ? [coins(currency, least, signer)] : [item],
    start: order.startTime,
    end: order.endTime,
  })
}

function second(order: MakerV2, message: TypedMessage, bulk: number | null): SignedIntent {
  const { quoteType, strategyId, collectionType, collection, currency, signer, itemIds, amounts, price } = order
  const sells = quoteType === 1n
  const standard = collectionType === 0n ? 'erc721' : 'erc1155'
  const to = sells ? null : signer
  const anyItem = strategyId !== STANDARD && !sells
  const items = anyItem
    ? [nft(standard, collection, null, amounts[0] ?? 1n, to)]
    : itemIds.map((tokenId, index) => nft(standard, collection, tokenId, amounts[index] ?? 1n, to))
  return orderIntent(message, {
    protocol: message.domain.name === 'LooksRareProtocol' ? 'LooksRare v2' : null,
    offerer: signer,
    gives: sells ? items : [coins(currency, price, null)],
    gets: sells ? [coins(currency, price, signer)] : items,
    start: order.startTime,
    end: order.endTime,
    bulk,
  })
}
