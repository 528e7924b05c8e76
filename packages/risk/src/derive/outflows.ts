import type { Address } from '../address.ts'
import type { Simulation } from '../execution.ts'
import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts.ts'
import { trustOf } from '../trust.ts'
import { creditOf } from './creditOf.ts'
import { paidBefore } from './parts.ts'
import type { Loss, Movement, Part } from './shapes.ts'
import { goesToWallet, retainedByService } from './tokenPulls.ts'

/** Shares of a holding that count as nearly all, as a large part and as most of it, in percent. */
const NEARLY_ALL_PERCENT = 90n
const LARGE_PERCENT = 80n
const MAJORITY_PERCENT = 50n
/** Share of each of many holdings, in percent, that payments beside a trade rarely reach. */
const MANY_PERCENT = 25n
/** Holdings that count as many. */
const MIN_MANY = 3
/** Share of a holding that must leave besides what the same execution bought, in percent. */
const OWN_PERCENT = 50n
/** Share of the priced holdings touched, 0-1, above which the money is surely the account's own. */
const LARGE_SHARE = 0.2
/** Share of the coins, in percent, that is more than a reserve for network fees. */
const NO_RESERVE_PERCENT = 25n
/** Wages go to several accounts; each gets at most this share of the outflow, in percent. */
const MIN_SPREAD = 3
const SPREAD_PERCENT = 40n

/** One asset or collection that goes to strangers without a return: most of it, or a part of each of many. */
export type Emptied = {
  account: Address
  asset: Address | null
  assetType: Loss['assetType']
  symbol: string | null
  decimals: number | null
  amount: bigint
  /** Items of a collection. */
  items: number
  usd: number | null
  takers: Address[]
  /** Nearly all of it, not only most. */
  entirely: boolean
  /** Most of it; false where it is one of many that lose a part. */
  mostly: boolean
  /** Four fifths of it. */
  largely: boolean
  /** One account gets more than half of the holding. */
  toOne: boolean
  /** Most payments of it that one account gets. */
  times: number
  /** No account that gets it was used before. */
  unused: boolean
  /** It goes to many accounts in parts, as wages do. */
  spread: boolean
  /** Holdings that were sold in the same execution for what leaves here; 0 where the asset itself was held. */
  sold: number
}

export type Outflows = {
  emptied: Emptied[]
  /** The same execution also trades, claims or pays a service. */
  beside: boolean
  /** The calls pay different accounts. */
  several: boolean
  /** Share of the emptied holdings in the priced holdings touched, 0-1; null without prices. */
  shareOfTouched: number | null
}

type Context = Pick<Facts, 'counterparties' | 'senderHistory' | 'principals'> & {
  simulation: Pick<Simulation, 'stateDiff' | 'created'>
  /** Coins kept for network fees, in wei. */
  reserve: bigint
}

/** Sums over the calls of one execution what strangers get for nothing, in one call or several, from one account or many. */
export function deriveOutflows(parts: readonly Part[], context: Context): Outflows {
  const familiar = paidBefore(context.senderHistory)
  const strangers = parts.map((part) => givenToStrangers(part, { ...context, familiar }))
  const sums = new Map<string, Holding>()
  for (const { loss, amount, gains } of strangers.flat()) {
    const usd = loss.usd === null ? null : (loss.usd * Number(amount)) / Number(loss.amount)
    const item = loss.tokenId !== null
    const key = `${loss.account}:${loss.address ?? ''}:${item ? 'items' : ''}`
    const sum = sums.get(key)
    sums.set(key, {
      account: loss.account,
      asset: loss.address,
      assetType: loss.assetType,
      symbol: loss.symbol,
      decimals: loss.decimals,
      amount: (sum?.amount ?? 0n) + amount,
      items: (sum?.items ?? 0) + (item && hasLeft(loss.before, amount, NEARLY_ALL_PERCENT) ? 1 : 0),
      usd: usd === null || sum?.usd === null ? null : usd + (sum?.usd ?? 0),
      takers: [...new Set([...(sum?.takers ?? []), ...gains.keys()])],
      entirely: true,
      mostly: true,
      largely: true,
      toOne: true,
      times: 1,
      unused: false,
      spread: false,
      sold: 0,
      before: loss.before,
      held: heldOf(loss, parts, context.reserve),
      claimed: claimedOf(loss, parts),
      gains: added(sum?.gains ?? new Map(), gains),
    })
  }
  const parted = [...sums.values()].flatMap(({ before, held, claimed, gains, ...sum }): Emptied[] => {
    if (sum.assetType === 'erc721' || sum.assetType === 'erc1155') return sum.items > 0 ? [sum] : []
    const holding = { ...sum, before, held, claimed, gains }
    const leavesBy = (percent: bigint) => leaves(holding, parts, { percent, reserve: context.reserve })
    if (!leavesBy(MANY_PERCENT)) return []
    const entirely = leavesBy(NEARLY_ALL_PERCENT)
    const largely = entirely || leavesBy(LARGE_PERCENT)
    const mostly = largely || leavesBy(MAJORITY_PERCENT)
    const payments = strangers.flat().filter(({ loss }) => loss.account === sum.account && loss.address === sum.asset)
    const largest = [...gains.values()].reduce((most, gain) => (gain > most ? gain : most), 0n)
    return [
      {
        ...sum,
        entirely,
        mostly,
        largely,
        times: Math.max(...sum.takers.map((taker) => payments.filter((one) => one.gains.has(taker)).length)),
        unused: sum.takers.every((taker) => isUnused(context.counterparties[taker])),
        toOne: largest * 100n > (held ?? claimed) * MAJORITY_PERCENT && (held !== null || claimed > 0n),
        spread: gains.size >= MIN_SPREAD && largest * 100n <= sum.amount * SPREAD_PERCENT,
        sold: soldFor(holding, parts, { sold: MAJORITY_PERCENT, sent: MAJORITY_PERCENT, reserve: context.reserve }),
      },
    ]
  })
  const emptied = parted.length >= MIN_MANY ? parted : parted.filter(({ mostly }) => mostly)
  return {
    emptied,
    beside: parts.some(({ movements }, at) => movements.gained.length > 0 || strangers[at]?.length === 0),
    several: new Set(parts.flatMap(({ movements }) => movements.lost.flatMap(({ takers }) => takers))).size > 1,
    shareOfTouched: shareOf(emptied, parts),
  }
}

/** What each account gains of an asset. */
type Gains = ReadonlyMap<Address, bigint>
type Holding = Emptied & { before: bigint | null; held: bigint | null; claimed: bigint; gains: Gains }
type Given = { loss: Loss; amount: bigint; gains: Gains }

function added(a: Gains, b: Gains): Gains {
  return new Map(
    [...a.keys(), ...b.keys()].map((account) => [account, (a.get(account) ?? 0n) + (b.get(account) ?? 0n)]),
  )
}

/** Returns losses of one call without return whose takers the sender neither paid before nor knows by name. */
function givenToStrangers(
  part: Part,
  { counterparties, principals, simulation, familiar }: Context & { familiar: ReadonlySet<Address> },
): Given[] {
  const { transaction, recipient, movements, balanceChanges } = part
  const context = { transaction, recipient, counterparties }
  return movements.lost.flatMap((loss): Given[] => {
    const toWallet = goesToWallet(loss, context, simulation)
    if (loss.returned === 'value' || (loss.returned === 'unpriced' && !toWallet)) return []
    if (loss.how !== 'sent' && retainedByService(loss, context)) return []
    // A deposit is recorded for its owner.
    if (loss.how === 'paid' && !toWallet && creditOf(simulation.stateDiff, loss) >= loss.amount) return []
    const takers = loss.takers.filter(
      (taker) => !familiar.has(taker) && !principals.includes(taker) && !isService(counterparties[taker]),
    )
    const [receiver] = takers
    if (loss.through !== undefined && receiver !== undefined)
      return [{ loss, amount: loss.amount, gains: new Map([[receiver, loss.amount]]) }]
    const rows = balanceChanges.filter(
      ({ account, address, tokenId }) =>
        takers.includes(account) && address === loss.address && tokenId === loss.tokenId,
    )
    const gains = rows.reduce<Gains>((sum, { account, change }) => added(sum, new Map([[account, change]])), new Map())
    const gained = [...gains.values()].reduce((sum, gain) => sum + gain, 0n)
    const amount = gained < loss.amount ? gained : loss.amount
    return amount > 0n ? [{ loss, amount, gains }] : []
  })
}

function isUnused(account: Account | undefined): boolean {
  return account?.class === 'eoa' && account.nonce === 0n && account.balance === 0n && account.labels.length === 0
}

function isService(account: Account | undefined): boolean {
  return account !== undefined && trustOf(account) === 'known'
}

function hasLeft(held: bigint | null, amount: bigint, percent: bigint): boolean {
  return held !== null && held > 0n && amount * 100n >= held * percent
}

/**
 * What the account has of an asset: what it held, without coins for network fees, and what calls bring for which it gives nothing. Claims
 * and withdrawals fetch what was its own.
 */
function heldOf(one: Movement, parts: readonly Part[], reserve: bigint): bigint | null {
  const { address, before, tokenId } = one
  if (before === null || tokenId !== null) return before
  const needed = (before * (100n - NO_RESERVE_PERCENT)) / 100n
  const kept = address !== null ? 0n : reserve < needed ? reserve : needed
  return before - kept + claimedOf(one, parts)
}

function claimedOf({ account, address, assetType }: Movement, parts: readonly Part[]): bigint {
  return parts
    .filter(({ movements }) => movements.lost.length === 0)
    .flatMap(({ movements }) => movements.gained)
    .filter((one) => one.account === account && one.address === address && one.assetType === assetType)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

type Shares = { percent: bigint; reserve: bigint }

/**
 * What the same execution bought first and then pays is no holding that leaves, unless another was emptied for it, or it is a
 * large share of all: a purchase beside a theft of the same token changes nothing.
 */
function leaves(sum: Holding, parts: readonly Part[], { percent, reserve }: Shares): boolean {
  const gains = parts
    .filter(({ movements }) => movements.lost.length > 0)
    .flatMap(({ movements }) => movements.gained.filter((one) => isOf(one, sum)))
  const bought = gains.reduce((total, { amount }) => total + amount, 0n)
  const own = sum.amount - bought
  const held = sum.held ?? 0n
  // No payment is by chance exactly what was there before, or what was claimed.
  if (sum.amount === sum.before || sum.amount === sum.claimed) return true
  const ownPercent = percent < OWN_PERCENT ? percent : OWN_PERCENT
  const isLarge = (shareOf([sum], parts) ?? 0) >= LARGE_SHARE
  if (hasLeft(sum.held, sum.amount, percent) && (own * 100n >= held * ownPercent || isLarge)) return true
  const isAll = sum.amount * 100n >= (held + bought) * percent
  // Coins or dollars that were there before do not make the proceeds of everything else a payment.
  return (
    (isAll && soldFor(sum, parts, { sold: NEARLY_ALL_PERCENT, sent: percent, reserve }) > 0) ||
    (isLarge && soldFor(sum, parts, { sold: percent, sent: percent, reserve }) > 0)
  )
}

/** How many holdings were sold for what leaves; shares in percent, `sold` of each holding and `sent` of what they fetched. */
function soldFor(
  sum: Holding,
  parts: readonly Part[],
  percent: { sold: bigint; sent: bigint; reserve: bigint },
): number {
  const isSold = (loss: Loss) => hasLeft(heldOf(loss, parts, percent.reserve), loss.amount, percent.sold)
  const sales = parts.filter(
    ({ movements: { lost, gained } }) => gained.some((one) => isOf(one, sum)) && lost.some(isSold),
  )
  const fetched = sales
    .flatMap(({ movements }) => movements.gained.filter((one) => isOf(one, sum)))
    .reduce((total, { amount }) => total + amount, 0n)
  if (sum.amount * 100n < fetched * percent.sent) return 0
  const sold = sales.flatMap(({ movements }) => movements.lost.filter(isSold))
  return new Set(sold.map(({ account, address, tokenId }) => `${account}:${address ?? ''}:${tokenId ?? ''}`)).size
}

function isOf(one: Movement, sum: Holding): boolean {
  return one.account === sum.account && one.address === sum.asset && one.assetType === sum.assetType
}

function shareOf(emptied: readonly Emptied[], parts: readonly Part[]): number | null {
  const holdings = new Map<string, number>()
  for (const { lost, gained } of parts.map(({ movements }) => movements))
    for (const { account, address, tokenId, usd, amount, before } of [...lost, ...gained])
      if (usd !== null && before !== null && tokenId === null && amount > 0n)
        holdings.set(`${account}:${address ?? ''}`, (usd * Number(before)) / Number(amount))
  const total = [...holdings.values()].reduce((sum, usd) => sum + usd, 0)
  if (total <= 0) return null
  return emptied.reduce((sum, { usd }) => sum + (usd ?? 0), 0) / total
}
