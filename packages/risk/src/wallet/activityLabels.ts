import type { Account, Label } from '../facts/account.ts'
import type { WalletHoldings } from '../facts/holdings.ts'
import type { ActivityLabel, MarketActs } from '../facts/marketActs.ts'
import { realisedProfit } from './earnedLabelsProfit.ts'
import { sandwichesOf } from './earnedLabelsSandwiches.ts'

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
  'relay',
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
