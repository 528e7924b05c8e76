import type { Address, Hex } from '../address.ts'
import type { Account, Label } from '../facts/account.ts'
import type { WalletHoldings } from '../facts/holdings.ts'
import type { ActivityLabel, MarketActs, PoolSwap, TokenFill } from '../facts/marketActs.ts'

/** Share of the first trade's purchase that the second sells, at least and at most, in percent. */
const MIN_SOLD = 50n

const MAX_SOLD = 110n

/** USD of assets that are no spam. */
const WHALE_USD = 1_000_000
/** One round trip around a stranger in one block may be chance; in two blocks it is a trade. */
const MIN_SANDWICHES = 2
/** Trades that paid their block's builder from inside: few people's wallets ever do it once. */
const MIN_BUILDER_PAYMENTS = 3
/** Realised, and how much of it must stay when the best sale is left out. */
const SMART_USD = 50_000
const MIN_SALES = 10
const MIN_TOKENS = 3
const MIN_GAINS_SHARE = 0.6

/** An account that holds or trades for others is named after that, not after the assets passing through it. */
const TRADES_FOR_OTHERS: ReadonlySet<Label['category']> = new Set([
  'exchange',
  'defi_protocol',
  'bridge',
  'mixer',
  'dao_treasury',
  'nft_marketplace',
  'token',
  'open-executor',
  'pool',
])

/**
 * Names that a wallet's own doings earned it, each with what shows it. Absent is not "no": history, prices or traces may be out of
 * reach, and then nothing is claimed.
 * @param facts null where they could not be learned.
 */
export function activityLabels(
  account: Pick<Account, 'labels'>,
  facts: { holdings: WalletHoldings | null; acts: MarketActs | null },
): ActivityLabel[] {
  const names = new Set(account.labels.map(({ category }) => category))
  if ([...names].some((category) => TRADES_FOR_OTHERS.has(category))) return []
  return [...whale(facts.holdings), ...mevBot(facts.acts), ...smartMoney(facts.acts)].filter(
    ({ label }) => !names.has(label),
  )
}

function whale(holdings: WalletHoldings | null): ActivityLabel[] {
  const total = holdings?.totalUsd ?? 0
  if (holdings === null || total < WHALE_USD) return []
  const [largest] = holdings.tokens.filter(({ spam }) => spam === null)
  const coinIsLargest = (holdings.native.valueUsd ?? 0) >= (largest?.valueUsd ?? 0)
  return [
    {
      label: 'whale',
      evidence: {
        holdingsUsd: cents(total),
        thresholdUsd: WHALE_USD,
        largest: coinIsLargest ? 'native coin' : (largest?.symbol ?? largest?.token ?? ''),
        largestUsd: cents((coinIsLargest ? holdings.native.valueUsd : largest?.valueUsd) ?? 0),
      },
    },
  ]
}

function mevBot(acts: MarketActs | null): ActivityLabel[] {
  if (acts === null) return []
  const sandwiches = sandwichesOf(acts.swaps)
  const blocks = new Set(sandwiches.map(({ blockNumber }) => blockNumber))
  const { builderPayments: payments, traced } = acts
  const paidBlocks = new Set(payments.map(({ blockNumber }) => blockNumber))
  const enough =
    blocks.size >= MIN_SANDWICHES || paidBlocks.size >= MIN_BUILDER_PAYMENTS || (blocks.size > 0 && paidBlocks.size > 0)
  if (!enough) return []
  const [example] = sandwiches
  const [payment] = payments
  return [
    {
      label: 'mev_bot',
      evidence: {
        sandwiches: sandwiches.length,
        ...(example && {
          block: String(example.blockNumber),
          pool: example.pool,
          frontTransaction: example.front,
          victimTransaction: example.victims[0] ?? '',
          backTransaction: example.back,
        }),
        builderPayments: payments.length,
        tradesTraced: traced,
        ...(payment && { builder: payment.builder, builderPayment: payment.hash }),
      },
    },
  ]
}

function smartMoney(acts: MarketActs | null): ActivityLabel[] {
  if (acts === null) return []
  const { profitUsd, costUsd, sales, gains, tokens, bestUsd, uncounted } = realisedProfit(acts.fills)
  const lucky = profitUsd - bestUsd <= 0
  if (profitUsd < SMART_USD || sales < MIN_SALES || tokens < MIN_TOKENS || lucky) return []
  if (gains / sales < MIN_GAINS_SHARE) return []
  return [
    {
      label: 'smart_money',
      evidence: {
        realisedUsd: cents(profitUsd),
        costUsd: cents(costUsd),
        sales,
        salesWithGain: gains,
        tokens,
        salesNotCounted: uncounted,
        thresholdUsd: SMART_USD,
      },
    },
  ]
}

const cents = (usd: number) => Math.round(usd * 100) / 100

/** A victim's trade that the wallet traded before and after, in one block and one pool, at the victim's cost. */
type Sandwich = { blockNumber: bigint; pool: Address; front: Hex; victims: Hex[]; back: Hex }

/**
 * Finds sandwiches among the trades of whole blocks: the wallet buys, a stranger buys the same in the same pool, the wallet sells
 * its purchase for more. Excluded: no trade in between, arbitrage between two pools, a trade in the other direction in between, a
 * round trip at a loss.
 */
export function sandwichesOf(swaps: readonly PoolSwap[]): Sandwich[] {
  const inPool = Map.groupBy(swaps, ({ blockNumber, pool }) => `${blockNumber}:${pool}`)
  return [...inPool.values()].flatMap((trades) => {
    const ordered = trades.toSorted((a, b) => a.index - b.index)
    const own = ordered.filter((trade) => trade.own)
    const taken = new Set<PoolSwap>()
    return own.flatMap((front): Sandwich[] => {
      if (taken.has(front)) return []
      const back = own.find((one) => !taken.has(one) && closes(front, one))
      if (back === undefined) return []
      const victims = ordered.filter(
        ({ own: mine, index, paid }) => !mine && paid === front.paid && index > front.index && index < back.index,
      )
      if (victims.length === 0) return []
      taken.add(front).add(back)
      const { blockNumber, pool } = front
      const hashes = [...new Set(victims.map(({ hash }) => hash))]
      return [{ blockNumber, pool, front: front.hash, victims: hashes, back: back.hash }]
    })
  })
}

function closes(front: PoolSwap, back: PoolSwap): boolean {
  if (back.index <= front.index || back.paid === front.paid || front.amountOut === 0n) return false
  const sold = (back.amountIn * 100n) / front.amountOut
  if (sold < MIN_SOLD || sold > MAX_SOLD) return false
  // It received more for the sold part than it paid for that part.
  return back.amountOut * front.amountOut > front.amountIn * back.amountIn
}

/** Realised result of trading, over the sales whose purchase and price are both known. */
type RealisedProfit = {
  profitUsd: number
  /** Cost of the sold amounts. */
  costUsd: number
  /** Sales that were counted, and those of them with a gain. */
  sales: number
  gains: number
  tokens: number
  /** The largest gain of one sale. */
  bestUsd: number
  /** Sales left out: bought before the known history, or without a price. */
  uncounted: number
}

type Lot = { left: bigint; usdPerUnit: number | null }

/**
 * Realised profit, first in, first out. Tokens received without a known price have no known cost, and their sale is no known
 * gain: an airdrop, a founder's share or a transfer from another wallet of the same person takes no trading skill. Network fees
 * are not included.
 * @param fills oldest first.
 */
export function realisedProfit(fills: readonly TokenFill[]): RealisedProfit {
  const lots = new Map<Address, Lot[]>()
  const tokens = new Set<Address>()
  const total = { profitUsd: 0, costUsd: 0, sales: 0, gains: 0, bestUsd: 0, uncounted: 0 }
  for (const { token, kind, amount, usd } of fills) {
    if (amount === 0n) continue
    const queue = lots.get(token) ?? []
    lots.set(token, queue)
    if (kind === 'buy' || kind === 'in') {
      queue.push({ left: amount, usdPerUnit: kind === 'buy' && usd !== null ? usd / Number(amount) : null })
      continue
    }
    const { cost, known } = take(queue, amount)
    if (kind === 'out') continue
    if (known === 0n || usd === null) {
      total.uncounted += 1
      continue
    }
    // A sale with a partly known purchase counts for that part, with its share of the proceeds.
    const gain = (usd * Number(known)) / Number(amount) - cost
    total.profitUsd += gain
    total.costUsd += cost
    total.sales += 1
    total.gains += gain > 0 ? 1 : 0
    total.bestUsd = Math.max(total.bestUsd, gain)
    tokens.add(token)
  }
  return { ...total, tokens: tokens.size }
}

/** Takes the oldest lots; `known`: how much of it has a known cost. */
function take(queue: Lot[], amount: bigint): { cost: number; known: bigint } {
  let [rest, cost, known] = [amount, 0, 0n]
  while (rest > 0n) {
    const [lot] = queue
    if (lot === undefined) break
    const part = lot.left < rest ? lot.left : rest
    if (lot.usdPerUnit !== null) {
      cost += Number(part) * lot.usdPerUnit
      known += part
    }
    lot.left -= part
    rest -= part
    if (lot.left === 0n) queue.shift()
  }
  return { cost, known }
}
