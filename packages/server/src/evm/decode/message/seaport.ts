import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { getContractAddress } from 'viem/utils'
import { fields, named, type TypedMessage, verifierOf } from './typedParameters.ts'

/** Limit of orders that are executed one after the other. */
const ALL_SHOWN = 24

const MAX_KINDS = 64

const ITEMS =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)' +
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const COMPONENTS =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const ORDER = `${COMPONENTS}${ITEMS}`
/** Items come before orders by name. */
const TREE = /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)/
const [CONSIDERATION_TYPE = '', OFFER_TYPE = ''] = ITEMS.split(/(?=OfferItem\()/)
const TREE_TYPES = `${CONSIDERATION_TYPE}${OFFER_TYPE}${COMPONENTS}`

const CONDUIT_CONTROLLER = '0x00000000f9490004c11cef243f5400493c00ad63'
const CONDUIT_CODE_HASH = '0x023d904f2503c37127200ca07b976c3a53cc562623f67023115bf311f5805059'

type Order = Extract<SignedIntent, { kind: 'order' }>
type Item = { itemType: bigint; token: Address; identifierOrCriteria: bigint; startAmount: bigint; endAmount: bigint }
type Components = {
  offerer: Address
  offer: Item[]
  consideration: (Item & { recipient: Address })[]
  startTime: bigint
  endTime: bigint
  conduitKey: Hex
}
type Tree = Components | Tree[]

/** Recognises Seaport orders (1.1 to 1.6 sign the same type), and trees of orders signed by one root. */
export function seaport(message: TypedMessage): SignedIntent[] | null {
  if (message.encodedType === ORDER) return [order(fields<Components>(message.struct), message, null)].flat()
  const head = TREE.exec(message.encodedType)?.[0]
  if (head === undefined || message.encodedType !== `${head}${TREE_TYPES}`) return null
  // Trees are filled up to a power of two with empty orders.
  const orders = leaves(fields<{ tree: Tree }>(message.struct).tree).filter(
    ({ offer, consideration }) => offer.length + consideration.length > 0,
  )
  return worstOrders(orders.map((each, leaf) => ({ ...order(each, message, orders.length), leaf })))
}

function leaves(tree: Tree): Components[] {
  return Array.isArray(tree) ? tree.flatMap(leaves) : [tree]
}

function order(components: Components, message: TypedMessage, bulk: number | null): Order {
  const { offerer, offer, consideration, startTime, endTime, conduitKey } = components
  const { name, version } = message.domain
  const verifier = verifierOf(message)
  return {
    kind: 'order',
    protocol: name === 'Seaport' ? `Seaport${version === null ? '' : ` ${version}`}` : null,
    verifier,
    offerer,
    gives: offer.flatMap((item) => asset(item, larger(item), null)),
    gets: consideration.flatMap((item) => asset(item, smaller(item), item.recipient)),
    puller: /^0x0+$/.test(conduitKey) ? verifier : conduitOf(conduitKey),
    taker: null,
    start: startTime,
    end: endTime,
    bulk,
  }
}

/** Native, ERC-20, ERC-721, ERC-1155, and the last two by criteria: any token, or one of a list that is not shown. */
const KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'erc721', 'erc1155'] as const

/** Seaport rejects unknown item types. */
function asset(item: Item, amount: bigint, to: Address | null): OrderAsset[] {
  const assetType = KINDS[Number(item.itemType)]
  if (assetType === undefined) return []
  const tokenId = item.itemType === 2n || item.itemType === 3n ? item.identifierOrCriteria : null
  return [{ assetType, address: assetType === 'native' ? null : named(item.token), tokenId, amount, to }]
}

function larger({ startAmount, endAmount }: Item): bigint {
  return startAmount > endAmount ? startAmount : endAmount
}

function smaller({ startAmount, endAmount }: Item): bigint {
  return startAmount < endAmount ? startAmount : endAmount
}

/** A conduit is created at an address that follows from its key. */
function conduitOf(key: Hex): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: CONDUIT_CONTROLLER,
    salt: key,
    bytecodeHash: CONDUIT_CODE_HASH,
  }).toLowerCase() as Address
}

/**
 * Chooses the orders that represent a whole tree, worst first. A few are shown as they are; of many, the worst of each kind and
 * then the next worst. A kind is the assets given and asked, by offerer and receiver, to a power of ten: honest trees are
 * hundreds of items on the same terms, and one order for nothing among them is a kind of its own.
 */
export function worstOrders(orders: readonly Order[]): Order[] {
  if (orders.length <= ALL_SHOWN) return [...orders]
  const ranked = orders
    .map((order) => ({ order, rank: rankOf(order) }))
    .sort(
      (a, b) => a.rank - b.rank || compare(ownOf(a.order), ownOf(b.order)) || compare(given(b.order), given(a.order)),
    )
    .map(({ order }) => order)
  const worst = new Map<string, Order>()
  for (const order of ranked) {
    const kind = kindOf(order)
    if (!worst.has(kind)) worst.set(kind, order)
  }
  const shown = new Set([...worst.values()].slice(0, MAX_KINDS))
  const terms = new Set([...shown].map(termsOf))
  for (const order of ranked) {
    if (shown.size >= ALL_SHOWN) break
    // A repeated order tells nothing new.
    if (terms.has(termsOf(order))) continue
    terms.add(termsOf(order))
    shown.add(order)
  }
  const notShown = Math.max(0, worst.size - MAX_KINDS)
  return [...shown].map((order) => (notShown > 0 ? { ...order, notShown } : order))
}

/** Rank of an order: 0 for no return, 1 where others receive most of it, 2 for the rest. */
function rankOf(order: Order): number {
  const own = ownOf(order)
  if (own === 0n) return 0
  return own * 2n < sum(order.gets) ? 1 : 2
}

function kindOf({ offerer, puller, gives, gets }: Order): string {
  const kinds = (assets: readonly OrderAsset[]) =>
    [...new Set(assets.map(({ assetType, address, to, amount }) => `${assetType} ${address} ${to} ${digits(amount)}`))]
      .sort()
      .join()
  return [offerer, puller, kinds(gives), kinds(gets)].join(';')
}

function termsOf({ offerer, puller, gives, gets }: Order): string {
  const words = (assets: readonly OrderAsset[]) =>
    assets
      .map(({ assetType, address, tokenId, amount, to }) => `${assetType} ${address} ${tokenId} ${amount} ${to}`)
      .join()
  return [offerer, puller, words(gives), words(gets)].join(';')
}

function ownOf({ offerer, gets }: Order): bigint {
  return sum(gets.filter(({ to }) => to === offerer))
}

function given({ gives }: Order): bigint {
  return sum(gives)
}

function sum(assets: readonly OrderAsset[]): bigint {
  return assets.reduce((total, { amount }) => total + amount, 0n)
}

function digits(amount: bigint): number {
  return amount === 0n ? 0 : String(amount).length
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
