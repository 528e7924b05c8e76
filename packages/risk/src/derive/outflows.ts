import { trustOf } from '../accounts/trust.ts'
import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { Simulation } from '../facts/execution.ts'
import type { Facts } from '../facts/facts.ts'
import { creditOf } from './creditOf.ts'
import { claimedOf, type Holding, hasLeft, heldOf, leaves, NEARLY_ALL_PERCENT, shareOf, soldFor } from './holding.ts'
import { paidBefore } from './parts.ts'
import type { Loss, Part } from './shapes.ts'
import { goesToWallet, retainedByService } from './tokenPulls.ts'

/** Shares of a holding that count as a large part and as most of it, in percent. */
const LARGE_PERCENT = 80n
const MAJORITY_PERCENT = 50n
/** Share of each of many holdings, in percent, that payments beside a trade rarely reach. */
const MANY_PERCENT = 25n
/** Holdings that count as many. */
const MIN_MANY = 3
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
  const sums = new Map<string, Sum>()
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
type Sum = Emptied & Holding & { gains: Gains }
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
