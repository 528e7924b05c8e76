import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'

type Order = Extract<SignedIntent, { kind: 'order' }>

/** Limit of orders that are executed one after the other. */
const ALL_SHOWN = 24
const MAX_KINDS = 64

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
