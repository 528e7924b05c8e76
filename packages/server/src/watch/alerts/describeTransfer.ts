import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { labelOf } from '../../usecases/scans/renderChanges.ts'
import type { CallActivity, NftActivity, TransferActivity } from './activity.ts'
import type { BlockFacts } from './blockFacts.ts'

/** What moved, or who was called, for people. Amounts are decimal strings in whole units. */
export type Described = {
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

const COIN_DECIMALS = 18
/** USD: nothing that is traded costs more a unit. */
const DEAREST_UNIT = 1_000_000
/** Of a token that could not be asked: few that are listed have fewer. */
const FEW_DECIMALS = 6

/** @param chain names the coin. */
export async function describeTransfer(
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
