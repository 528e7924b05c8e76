import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import { isAccusing } from '@redoubt/risk/engine/finding.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { labelOf } from '../../usecases/scans/renderChanges.ts'
import type { CallActivity, NftActivity, TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import { type GatheredPrice, isLargeTransfer } from './isLargeTransfer.ts'
import type { CounterpartyScore, PriceFact } from './monitorSources.ts'
import type { WantedAlert } from './wantedAlerts.ts'

const COIN_DECIMALS = 18

/** What one alert says, but for where it happened; null: it is none. */
export type AlertBody = {
  type: WantedAlert['type']
  data: Record<string, unknown> & { unknown: string[] }
  about: string
}

const MAX_ITEMS = 50
/** Those of the three networks end at 0x100 (RIP-7212). */
const LAST_PRECOMPILE = 0x1ffn

/** Builds the wanted alerts of a movement or a call. Facts are requested only when one of the alerts needs them. */
export function transferAlerts(
  activity: TransferActivity | NftActivity | CallActivity,
  { chain, facts }: { chain: Chain; facts: BlockFacts },
): (wanted: WantedAlert) => Promise<AlertBody | null> {
  const wallet = getAddress(activity.wallet)
  let describing: Promise<Described> | null = null
  const described = () => {
    describing ??= describeTransfer(activity, { chain, facts })
    return describing
  }

  return async (wanted) => {
    const about = wanted.type === 'address.interaction' ? activity.counterparty : activity.position
    if (wanted.type === 'address.interaction') {
      const risk = await riskOf(activity.counterparty, wanted.riskThreshold, facts)
      if (risk === null) return null
      const { unknown, ...rest } = (await described()).members
      const missing = risk.riskScore === null ? [...unknown, 'riskScore', 'riskLevel'] : unknown
      return { type: wanted.type, about, data: { wallet, ...rest, ...risk, unknown: missing } }
    }
    const { members, ...worth } = await described()
    if (wanted.type === 'monitor.large_transfer') {
      const { threshold } = wanted
      const isLarge =
        activity.kind === 'transfer' &&
        (await isLargeTransfer({ activity, ...worth }, { usd: worth.usd, threshold, facts }))
      return isLarge ? { type: wanted.type, about, data: { wallet, ...members, threshold: String(threshold) } } : null
    }
    return { type: wanted.type, about, data: { wallet, ...membersOf(activity, members) } }
  }
}

function membersOf(
  activity: TransferActivity | NftActivity | CallActivity,
  described: Members,
): Record<string, unknown> & { unknown: string[] } {
  const { counterparty, counterpartyLabel, unknown, ...rest } = described
  if (activity.kind === 'transfer') return described
  if (activity.kind === 'call')
    return { contract: counterparty, contractLabel: counterpartyLabel, selector: activity.selector, unknown }
  const { items } = activity
  const missing = items === null ? [...unknown.filter((member) => member !== 'amount'), 'items', 'itemCount'] : unknown
  return {
    counterparty,
    counterpartyLabel,
    direction: rest.direction,
    token: rest.token,
    asset: rest.asset,
    standard: activity.standard,
    items:
      items?.slice(0, MAX_ITEMS).map(({ tokenId, amount }) => ({ tokenId: String(tokenId), amount: String(amount) })) ??
      null,
    itemCount: items?.length ?? null,
    unknown: missing,
  }
}

/**
 * Null: not risky enough. One that could not be judged is told as such: unknown is not safe. A mixer may be sound code with a low
 * score, and is told whatever the threshold: dealing with it is what marks a wallet.
 */
async function riskOf(
  counterparty: Address,
  threshold: number,
  facts: BlockFacts,
): Promise<CounterpartyScore | { riskScore: null; riskLevel: null } | null> {
  if (BURN_ADDRESSES.has(counterparty) || BigInt(counterparty) <= LAST_PRECOMPILE) return null
  const score = await facts.score(counterparty)
  if (score === null) return UNJUDGED
  if (score !== 'beyond' && score.value.riskScore >= threshold) return score.value
  const account = (await facts.account(counterparty))?.value
  const isMixer = account?.labels.some(({ category }) => category === 'mixer')
  if (score !== 'beyond') return isMixer ? score.value : null
  // Too many strangers in one block: lists have the word.
  return isMixer || account?.sanctioned === true || account?.labels.some(isAccusing) ? UNJUDGED : null
}

const UNJUDGED = { riskScore: null, riskLevel: null }

/** What moved, or who was called, for people. Amounts are decimal strings in whole units. */
type Members = {
  counterparty: string
  counterpartyLabel: string | null
  direction: 'in' | 'out'
  /** Null: the network's coin, or nothing. */
  token: string | null
  asset: string | null
  amount: string | null
  amountUsd: string | null
  /** Null: it is of no kind that has a price. */
  priceStatus: PriceFact['status'] | null
  /** Who gives the price; of a stale one, who gave it and when. Null: there is none. */
  priceSource: string | null
  /** Members that are null for want of knowledge. */
  unknown: string[]
}

/** Members of an event, and what decides whether it is large. `usd`: the amount's worth; null: unknown. */
type Described = { members: Members; usd: number | null; price: GatheredPrice; decimals: number | null }

/** @param chain names the coin. */
async function describeTransfer(
  activity: TransferActivity | NftActivity | CallActivity,
  { chain, facts }: { chain: Chain; facts: BlockFacts },
): Promise<Described> {
  const { counterparty, direction } = activity
  const token = activity.kind === 'call' ? null : activity.token
  const [account, metadata, gathered] = await Promise.all([
    facts.account(counterparty),
    token === null ? { value: null } : facts.token(token),
    activity.kind === 'transfer' ? facts.price(token) : null,
  ])
  const unknown: string[] = []
  if (account === null) unknown.push('counterpartyLabel')
  if (metadata === null) unknown.push('asset')
  const side = {
    counterparty: getAddress(counterparty),
    counterpartyLabel: labelOf(account?.value),
    direction,
    token: token === null ? null : getAddress(token),
  }
  const symbol = metadata?.value?.symbol ?? null
  const unpriced = { amountUsd: null, priceStatus: null, priceSource: null, unknown }
  const nothing = { usd: null, price: null, decimals: null }
  if (activity.kind === 'call') return { members: { ...side, asset: null, amount: null, ...unpriced }, ...nothing }
  const asset = token === null ? NATIVE_SYMBOLS[chain] : (symbol ?? getAddress(token))
  if (activity.kind === 'nft') {
    const amount = activity.items?.reduce((sum, item) => sum + item.amount, 0n) ?? null
    if (amount === null) unknown.push('amount')
    return { members: { ...side, asset, amount: amount === null ? null : String(amount), ...unpriced }, ...nothing }
  }
  const decimals = token === null ? COIN_DECIMALS : (metadata?.value?.decimals ?? null)
  // A token without decimals: the amount is in its smallest unit, which has no known price.
  const amount = formatUnits(activity.amount, decimals ?? 0)
  const price = gathered === null || gathered === 'beyond' ? gathered : gathered.value
  const usd = decimals === null ? null : worthOf(Number(amount), price)
  if (usd === null) unknown.push('amountUsd')
  return {
    members: { ...side, asset, amount, amountUsd: usd?.toFixed(2) ?? null, ...priceMembers(price), unknown },
    usd,
    price,
    decimals,
  }
}

function worthOf(units: number, price: GatheredPrice): number | null {
  if (price === null || price === 'beyond' || price.status !== 'fresh') return null
  const { usd, maxUsd } = price.price
  const worth = Math.min(units * usd, maxUsd ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(worth) ? worth : null
}

function priceMembers(price: GatheredPrice): Pick<Members, 'priceStatus' | 'priceSource'> {
  if (price === null || price === 'beyond' || price.status === 'unknown')
    return { priceStatus: 'unknown', priceSource: null }
  if (price.status === 'stale') return { priceStatus: 'stale', priceSource: price.source }
  return { priceStatus: 'fresh', priceSource: price.price.source }
}
