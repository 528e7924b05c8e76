import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { TradeRun } from '@redoubt/risk/facts/trade.ts'
import { addressAt, type Read } from '../decode/callData.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import type { Purchase } from './purchases.ts'
import { failureReason, lastSwap, taxOf } from './swapLog.ts'
import type { TradeContext } from './tradeContext.ts'
import { readTraderAnswers, type TwoWords, traderReads } from './trader.ts'
import { TRADER_CODE } from './traderCode.generated.ts'
import type { TradeAmounts, TradeSequence, TradeTag } from './tradeSequence.ts'

/** Result of one trade. Taxes in percent, amounts in base units. */
export type TradeResult = Pick<TradeRun, 'failed' | 'buyTax' | 'transferTax' | 'sellTax' | 'alsoLost'> & {
  /**
   * The account's balance after the purchase; null when unknown. After calls in between no more than it bought: tokens that the
   * calls added may be locked, and were not bought.
   */
  held: bigint | null
  /** Null without a purchase, and when a balance cannot be read. */
  purchase: Purchase | null
  sold: bigint | null
  /** The pool's payment for it, in base units of the quote token; null when the pool did not tell. */
  quoteOut: bigint | null
  /** Balance just before the sale. */
  ready: bigint | null
  /** Share of its balance, in percent, that was gone before the account did anything with it. */
  taken: number | null
  /** The pool's own tokens at that time; null: not read. */
  pooled: bigint | null
  /** Whether the pair's reserves differ from its balances after the calls. */
  outOfStep: boolean
  /** Success of the calls before and between, in their order. */
  before: boolean[]
  between: boolean[]
}

/** Percent from which a price change within the sale counts as a tax: less is ordinary price impact. */
const MIN_IMPACT = 5

type Balances = {
  account: bigint | null
  receiver: bigint | null
  reserves: TwoWords
  /** The pool's tokens, and its quote tokens. */
  pool: readonly (bigint | null)[]
}

/** Reads the outcomes of a `tradeSequence`. The first step that failed is named; a later one that went through has a tax. */
export function readTrade(
  context: TradeContext,
  { sequence, tags, purchase }: TradeSequence,
  outcomes: readonly CallOutcome[],
  amounts: TradeAmounts,
): TradeResult {
  const { pool } = context.venue
  const calls = sequence.blocks.flatMap((block) => block.calls)
  const at = (tag: TradeTag) => {
    const index = tags.findIndex((own) => own.includes(tag))
    const outcome = outcomes[index]
    return outcome === undefined ? null : { outcome, gas: calls[index]?.gas }
  }
  const all = (tag: TradeTag) => outcomes.filter((_, index) => tags[index]?.includes(tag)).map(({ success }) => success)
  const balances = (tag: TradeTag): Balances => {
    const read = at(tag)?.outcome
    const [account = null, receiver = null, reserves = null, tokens = null, quote = null] =
      read?.success === true ? readTraderAnswers(read.output, 5) : []
    const pool = [tokens?.[0] ?? null, quote?.[0] ?? null]
    return { account: account?.[0] ?? null, receiver: receiver?.[0] ?? null, reserves, pool }
  }
  const start = purchase?.start ?? balances('start').account
  const bought = purchase?.bought ?? balances('bought').account
  const waited = balances('waited')
  const buy = at('buy')
  const result: TradeResult = {
    failed: null,
    buyTax: null,
    transferTax: null,
    sellTax: null,
    held: tags.flat().includes('between') ? lesser(bought, waited.account) : waited.account,
    purchase:
      purchase ??
      (buy === null || start === null || bought === null ? null : { start, bought, tax: null, receivers: [] }),
    sold: null,
    quoteOut: null,
    ready: null,
    taken: null,
    pooled: waited.pool[0] ?? null,
    outOfStep: isOutOfStep(pool, balances(tags.flat().includes('before') ? 'start' : 'waited')),
    before: all('before'),
    between: all('between'),
  }
  const fail = (step: NonNullable<TradeRun['failed']>['step'], tag: TradeTag, ask?: TradeTag) => {
    const call = at(tag)
    const asked = ask === undefined ? null : at(ask)
    const told = asked !== null && !asked.outcome.success ? asked : call
    result.failed ??= { step, reason: told === null ? null : failureReason(told.outcome, told.gas) }
  }
  if (buy !== null) {
    if (!buy.outcome.success) {
      fail('buy', 'buy', 'ask-buy')
      return result
    }
    if (start === null || bought === null) {
      result.failed = { step: 'buy', reason: 'its balances cannot be read' }
      return result
    }
    const arrived = bought - start
    result.buyTax = taxOf(lastSwap(pool, buy.outcome.logs)?.tokenOut ?? 0n, arrived)
    if (result.purchase !== null && purchase === null) {
      const topics = buy.outcome.logs.flatMap((log) => (log.address === context.token ? log.topics.slice(1) : []))
      const receivers = topics.flatMap((topic) => addressAt(topic) ?? [])
      result.purchase = { ...result.purchase, tax: result.buyTax, receivers: [...new Set(receivers)] }
    }
    if (arrived <= 0n) {
      result.failed = { step: 'buy', reason: 'nothing arrives at the buyer' }
      return result
    }
  } else if (purchase !== null) result.buyTax = purchase.tax
  if (waited.account === null || waited.account === 0n) {
    const gone = waited.account === 0n
    result.failed = { step: 'sell', reason: gone ? 'nothing is left to sell' : 'its balances cannot be read' }
  }
  result.taken = bought === null || waited.account === null ? null : taxOf(bought, waited.account)
  if (result.failed !== null || amounts === null) return result
  const lost = (before: bigint | null, after: bigint | null, moved: bigint) => {
    // Of a rest below a thousandth nothing is told: rounding may take it.
    if (before === null || after === null || (before - moved) * 1_000n < before) return
    const share = taxOf(before - moved, after)
    if (share !== null && share > (result.alsoLost ?? 0)) result.alsoLost = share
  }
  const ready = balances('ready')
  const transfer = at('transfer')
  if (transfer !== null) {
    if (!transfer.outcome.success) fail('transfer', 'transfer')
    else {
      const arrived = difference(ready.receiver, waited.receiver)
      if (arrived === null) result.failed = { step: 'transfer', reason: 'its balances cannot be read' }
      else {
        result.transferTax = taxOf(amounts.passed, arrived)
        lost(waited.account, ready.account, amounts.passed)
      }
    }
  }
  const sell = at('sell')
  if (sell === null) return result
  const selling = at('selling') === null ? ready : balances('selling')
  result.ready = selling.account
  result.sold = amounts.sold
  if (at('approve')?.outcome.success !== true) fail('approve', 'approve')
  if (!sell.outcome.success) fail('sell', 'sell', 'ask-sell')
  else {
    const swap = lastSwap(pool, sell.outcome.logs)
    result.quoteOut = swap?.quoteOut ?? null
    const tax = swap === null ? null : taxOf(amounts.sold, swap.tokenIn)
    lost(ready.account, balances('done').account, amounts.sold)
    const impact = swap === null || pool.style === 'v3' ? 0 : impactOf(swap, selling.reserves, pool.tokenIsFirst)
    result.sellTax = tax === null || impact < MIN_IMPACT ? tax : round(100 - ((100 - tax) * (100 - impact)) / 100)
  }
  return result
}

/** What sync() would change. */
function isOutOfStep({ style, tokenIsFirst }: TradeContext['venue']['pool'], { reserves, pool }: Balances): boolean {
  if (style !== 'v2' || reserves === null) return false
  const held = tokenIsFirst ? pool : pool.toReversed()
  return held[0] !== reserves[0] || held[1] !== reserves[1]
}

/** Returns how much less the pool paid, in percent, than before the token's own acts within the sale. */
function impactOf(
  swap: { tokenIn: bigint; quoteOut: bigint },
  reserves: readonly [bigint, bigint] | null,
  tokenIsFirst: boolean,
): number {
  if (reserves === null) return 0
  const [tokens, quote] = tokenIsFirst ? reserves : [reserves[1], reserves[0]]
  const expected = (swap.tokenIn * quote) / (tokens + swap.tokenIn)
  return taxOf(expected, swap.quoteOut) ?? 0
}

function lesser(one: bigint | null, other: bigint | null): bigint | null {
  return one !== null && other !== null && one < other ? one : other
}

function difference(greaterOne: bigint | null, smaller: bigint | null): bigint | null {
  return greaterOne === null || smaller === null ? null : greaterOne - smaller
}

function round(percent: number): number {
  return Math.round(percent * 10_000) / 10_000
}

/**
 * Reads of strangers' contracts in the simulator: an answer of megabytes, or one that takes all gas, costs neither the other
 * reads nor the operator's node. The first two words of each; null where it failed or is shorter than one.
 * @throws SimulationUnavailable
 */
export async function boundedReads(
  simulator: Simulator,
  { block, trader, reads }: { block: PinnedBlock; trader: Address; reads: readonly Read[] },
  signal: AbortSignal,
): Promise<TwoWords[]> {
  if (reads.length === 0) return []
  // From itself: no account's balance has to be pretended.
  const call = { from: trader, to: trader, value: 0n, data: traderReads(reads), gas: GAS }
  const stateOverrides = { [trader]: { balance: POCKET, code: TRADER_CODE } }
  const [outcomes] = await simulator.simulateSequences({
    block,
    sequences: [{ blocks: [{ calls: [call] }], stateOverrides }],
    signal,
  })
  const outcome = outcomes?.[0]
  return readTraderAnswers(outcome?.success === true ? outcome.output : null, reads.length)
}

/** Pays for the gas at any price. */
const POCKET = 10n ** 24n

/** Gas limit of one transaction (EIP-7825). */
const GAS = 16_000_000n
