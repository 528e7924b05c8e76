import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { fieldOf } from './structField.ts'

/**
 * Those of Seaport's ItemType that a made-up buyer can take or give. From the last on, tokens are named by the Merkle root of a
 * list, or by zero for any token of the collection.
 */
export const ITEM = { native: 0n, erc20: 1n, erc721: 2n, erc721Criteria: 4n } as const
/** Seaport's OrderType: the zone must agree, to the whole order or to parts of it. */
export const RESTRICTED: readonly bigint[] = [2n, 3n]

/** Amounts are in base units; itemType is one of ITEM. */
export type OfferItem = {
  itemType: bigint
  token: Address
  identifierOrCriteria: bigint
  startAmount: bigint
  endAmount: bigint
}
export type ConsiderationItem = OfferItem & { recipient: Address }
/** OrderComponents of Seaport 1.1 to 1.6; times in Unix seconds. */
export type OrderComponents = {
  offerer: Address
  zone: Address
  offer: OfferItem[]
  consideration: ConsiderationItem[]
  orderType: bigint
  startTime: bigint
  endTime: bigint
  zoneHash: Hex
  salt: bigint
  conduitKey: Hex
  counter: bigint
}

/** The order that was signed, or the one at a place of a bulk order's tree, where empty leaves do not count. */
export function signedOrder(struct: TypedStruct | null, place: number): OrderComponents | null {
  if (struct?.type === 'OrderComponents') return plain(struct) as OrderComponents
  return leaves(fieldOf(struct, 'tree'))[place] ?? null
}

/**
 * What the order allows at worst: most is given and least is asked, whenever that is, and it has begun. What is asked falls to
 * nothing in no auction: Seaport rounds it up, and refuses items of nothing.
 */
export function worstOrder(order: OrderComponents, now: bigint): OrderComponents {
  const fixed = <Item extends OfferItem>(item: Item, amount: bigint) => ({
    ...item,
    startAmount: amount,
    endAmount: amount,
  })
  return {
    ...order,
    startTime: order.startTime < now ? order.startTime : now,
    offer: order.offer.map((item) => fixed(item, most(item))),
    consideration: order.consideration.map((item) => fixed(item, least(item))),
  }
}

function leaves(tree: TypedValue): OrderComponents[] {
  if (Array.isArray(tree)) return tree.flatMap(leaves)
  if (typeof tree !== 'object' || tree?.type !== 'OrderComponents') return []
  const order = plain(tree) as OrderComponents
  return order.offer.length + order.consideration.length > 0 ? [order] : []
}

function plain(value: TypedValue): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(value.members.map((member) => [member.name, plain(member.value)]))
}

function most({ startAmount, endAmount }: OfferItem): bigint {
  return startAmount > endAmount ? startAmount : endAmount
}

function least({ startAmount, endAmount }: OfferItem): bigint {
  const less = startAmount < endAmount ? startAmount : endAmount
  return less === 0n && startAmount !== endAmount ? 1n : less
}
