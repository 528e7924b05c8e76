import type { Address } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import { isAccusing } from '@redoubt/risk/finding.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/knownAddresses.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { labelOf } from '../../usecases/scans/renderChanges.ts'
import type { CallActivity, NftActivity, TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'
import type { CounterpartyScore } from './monitorSources.ts'
import type { WantedAlert } from './wantedAlerts.ts'

const COIN_DECIMALS = 18

/** USD: nothing that is traded costs more a unit. */
const DEAREST_UNIT = 1_000_000

/** Of a token that could not be asked: few that are listed have fewer. */
const FEW_DECIMALS = 6

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
      const { usd: _, maxUsd: __, unknown, ...rest } = await described()
      const missing = risk.riskScore === null ? [...unknown, 'riskScore', 'riskLevel'] : unknown
      return { type: wanted.type, about, data: { wallet, ...rest, ...risk, unknown: missing } }
    }
    const { usd, maxUsd, ...rest } = await described()
    if (wanted.type === 'monitor.large_transfer') {
      // An unknown price suppresses no alert, except where the amount cannot be worth that much or only a stranger's token
      // claims it.
      const worth = usd ?? (activity.claimed ? null : maxUsd)
      const isLarge = worth !== null && worth >= wanted.threshold
      return isLarge
        ? { type: wanted.type, about, data: { wallet, ...rest, threshold: String(wanted.threshold) } }
        : null
    }
    return { type: wanted.type, about, data: { wallet, ...membersOf(activity, rest) } }
  }
}

function membersOf(
  activity: TransferActivity | NftActivity | CallActivity,
  described: Omit<Described, 'usd' | 'maxUsd'>,
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
type Described = {
  counterparty: string
  counterpartyLabel: string | null
  direction: 'in' | 'out'
  /** Null: the network's coin, or nothing. */
  token: string | null
  asset: string | null
  amount: string | null
  amountUsd: string | null
  /** The same as a number; null: it has no price, or none could be learned. */
  usd: number | null
  /** Where its price was asked for and not learned: what it is worth at most. Null otherwise. */
  maxUsd: number | null
  /** Members that are null for want of knowledge. */
  unknown: string[]
}

/** @param chain names the coin. */
async function describeTransfer(
  activity: TransferActivity | NftActivity | CallActivity,
  { chain, facts }: { chain: Chain; facts: BlockFacts },
): Promise<Described> {
  const { counterparty, direction } = activity
  const token = activity.kind === 'call' ? null : activity.token
  const [account, metadata, price] = await Promise.all([
    facts.account(counterparty),
    token === null ? { value: null } : facts.token(token),
    activity.kind === 'transfer' ? facts.price(token) : { value: null },
  ])
  const unknown: string[] = []
  if (account === null) unknown.push('counterpartyLabel')
  if (metadata === null) unknown.push('asset')
  // Without its decimals a price says nothing.
  const unpriced = price === null || price === 'beyond' || (metadata === null && price.value !== null)
  if (unpriced) unknown.push('amountUsd')
  const side = {
    counterparty: getAddress(counterparty),
    counterpartyLabel: labelOf(account?.value),
    direction,
    token: token === null ? null : getAddress(token),
  }
  const symbol = metadata?.value?.symbol ?? null
  const worthless = { amountUsd: null, usd: null, maxUsd: null, unknown }
  if (activity.kind === 'call') return { ...side, asset: null, amount: null, ...worthless }
  const asset = token === null ? NATIVE_SYMBOLS[chain] : (symbol ?? getAddress(token))
  if (activity.kind === 'nft') {
    if (activity.items === null) {
      unknown.push('amount')
      return { ...side, asset, amount: null, ...worthless }
    }
    const amount = activity.items.reduce((sum, item) => sum + item.amount, 0n)
    return { ...side, asset, amount: String(amount), ...worthless }
  }
  const decimals = token === null ? COIN_DECIMALS : (metadata?.value?.decimals ?? null)
  // A token without decimals: the amount is in its smallest unit, which has no known price.
  const amount = formatUnits(activity.amount, decimals ?? 0)
  if (unpriced) {
    // Only strangers' tokens are `beyond` the price limit, and their makers mint any amount: it has no maximum worth.
    const units = Number(formatUnits(activity.amount, decimals ?? FEW_DECIMALS))
    return { ...side, asset, amount, ...worthless, maxUsd: price === 'beyond' ? null : units * DEAREST_UNIT }
  }
  const unit = decimals === null ? null : price.value
  const worth = unit === null ? null : Math.min(Number(amount) * unit.usd, unit.maxUsd ?? Number.POSITIVE_INFINITY)
  const usd = worth !== null && Number.isFinite(worth) ? worth : null
  return { ...side, asset, amount, amountUsd: usd === null ? null : usd.toFixed(2), usd, maxUsd: null, unknown }
}
