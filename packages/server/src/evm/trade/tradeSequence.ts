import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callData } from '../decode/callData.ts'
import { DEFAULT_GAS } from '../simulation/engine/engineTransaction.ts'
import type { Sequence, StateOverrides } from '../simulation/simulator.ts'
import { asWallet, initialBalanceOf } from './pockets.ts'
import { knownPurchase, type Purchase } from './purchases.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { traderReads, word, words } from './trader.ts'
import { TRADER_CODE } from './traderCode.generated.ts'

/** Purpose of a call in a trade. The six reads are of both accounts' balances, and the pool's balances and reserves. */
export type TradeTag =
  | (
      | 'prelude'
      | 'before'
      | 'fund'
      | 'buy'
      | 'between'
      | 'settle'
      | 'transfer'
      | 'reset'
      | 'approve'
      | 'sell'
      | 'ask-buy'
      | 'ask-sell'
    )
  | ('start' | 'bought' | 'waited' | 'ready' | 'selling' | 'done')
export type TaggedCall = { tag: TradeTag; call: Transaction }
/** Tokens to transfer and to sell. Null: none yet, until the result of the purchase is known. */
export type TradeAmounts = { passed: bigint; sold: bigint } | null
/** Whether to call the token directly for a transfer by the exchange's contracts, which hide its revert reason. */
export type TradeQuestion = 'buy' | 'sell' | null
type TradeState = { amounts: TradeAmounts; ask: TradeQuestion; sync: boolean }
/**
 * The calls of one trade with their purposes: a read serves each moment up to the next call or block. `purchase`: known from before,
 * and not read again. Where its state is known too, the trade begins after it.
 */
export type TradeSequence = {
  sequence: Sequence
  tags: readonly (readonly TradeTag[])[]
  purchase: Purchase | null
}

const READS: ReadonlySet<TradeTag> = new Set(['start', 'bought', 'waited', 'ready', 'selling', 'done'])

/** Purchases that an account can pay for. */
const PURCHASES = 4n
const TOKEN_GAS = 2_000_000n
/** Code that does nothing, and so refuses nothing. */
const STOP: Hex = '0x00'

/**
 * Returns the calls of one trade with their purposes. `own`: the real balances of its senders. `sync`: to settle the pair after the calls.
 * Purchase, approval and sale are transactions of three blocks, as people send them; without a wait all are in one block, as bots do.
 */
export function tradeSequence(
  context: TradeContext,
  plan: TradePlan,
  { amounts, ask, sync, own }: TradeState & { own: ReadonlyMap<Address, bigint> },
): TradeSequence {
  const { token, venue } = context
  const { account, spend, wait } = plan
  const { router, pool } = venue
  const receiver = context.fresh('receiver')
  const tagged = (tag: TradeTag, calls: readonly Transaction[]) => calls.map((call): TaggedCall => ({ tag, call }))
  const one = (tag: TradeTag, call: Transaction): TaggedCall => ({ tag, call })
  const read = (tag: TradeTag) => one(tag, readCall(context, account, receiver))
  const ofToken = (data: Hex): Transaction => ({ from: account, to: token, value: 0n, data, gas: TOKEN_GAS })

  const buying = spend === 0n ? [] : venue.buy(account, spend)
  const purchase = knownPurchase(context, plan)
  const state = purchase?.state ?? null
  const settling = sync ? [one('settle', syncCall(context))] : []
  const first = [
    ...tagged('prelude', context.prelude),
    ...(plan.before === undefined ? [] : [...tagged('before', plan.before), ...settling]),
    ...(purchase === null ? [read('start')] : []),
    ...tagged('fund', buying.slice(0, -1)),
    ...tagged('buy', buying.slice(-1)),
    ...(ask === 'buy' ? [one('ask-buy', askPool(context, account, spend))] : []),
    ...(purchase === null ? [read('bought')] : []),
  ]
  const sold = amounts?.sold ?? 0n
  const { between = [], pause } = plan
  // The first run of a trade only tells how much the purchase brings.
  const crowd = (amounts === null ? null : plan.buyers) ?? []
  const early = pause === undefined ? [] : tagged('between', between.slice(0, pause.after))
  const second = [
    ...crowd.flatMap((buyer) => tagged('between', venue.buy(buyer.account, buyer.spend))),
    ...tagged('between', between.slice(pause?.after ?? 0)),
    ...(plan.before === undefined ? settling : []),
    read('waited'),
    ...(amounts === null || amounts.passed === 0n
      ? []
      : [one('transfer', ofToken(words('0xa9059cbb', receiver, amounts.passed)))]),
    ...(sold === 0n
      ? []
      : [
          read('ready'),
          // Some tokens refuse to replace one allowance with another.
          ...(spend === 0n ? [one('reset', ofToken(words('0x095ea7b3', router, 0n)))] : []),
          one('approve', ofToken(words('0x095ea7b3', router, sold))),
        ]),
  ]
  const isAlone = sold > 0n && (wait !== undefined || spend === 0n)
  const sale = [
    // A balance may shrink from block to block.
    ...(isAlone && ask === 'sell' ? [read('selling')] : []),
    ...(sold === 0n ? [] : [one('sell', venue.sell(account, sold))]),
    ...(ask === 'sell' && sold > 0n
      ? [one('ask-sell', { ...ofToken(words('0x23b872dd', account, pool.address, sold)), from: router })]
      : []),
    ...(sold === 0n || plan.watchesLosses === true ? [read('done')] : []),
  ]
  const last = isAlone ? [second, sale] : [[...second, ...sale]]
  const later = pause === undefined ? last : [early, ...last]
  const begun = state === null ? first : []
  const parts = wait === undefined ? [[...begun, ...(later[0] ?? [])], ...later.slice(1)] : [begun, ...later]
  const blocks = parts.map((part) => distinct(part, (call) => asWallet(context, call)))
  const calls = blocks.flat()
  const approvedIn = parts.length - last.length
  const secondsOf = (index: number): bigint | null => {
    const passed = pause !== undefined && index === approvedIn ? pause.seconds : index === 1 ? wait : undefined
    if (typeof passed !== 'bigint' || index > approvedIn) return null
    return index === approvedIn ? untilApproval(context, plan, passed) : passed
  }
  return {
    purchase,
    tags: calls.map(({ tags }) => tags),
    sequence: {
      stateOverrides: overridesFor(
        context,
        plan,
        calls.map(({ call }) => call),
        own,
        state ?? {},
      ),
      blocks: blocks.map((block, index) => ({
        calls: block.map(({ call }) => call),
        ...(secondsOf(index) === null ? {} : { seconds: secondsOf(index) ?? 0n }),
      })),
    },
  }
}

/**
 * Returns the seconds to wait before the approval, a block before the sale, for a sale after so many seconds. A transfer in between has to
 * wait as long as a sale.
 */
function untilApproval({ block }: TradeContext, { passOn, buyOnly }: TradePlan, seconds: bigint): bigint {
  const step = NETWORKS[block.chain].blocks.seconds
  return passOn || buyOnly === true || seconds < 2n * step ? seconds : seconds - step
}

/** Returns the calls of one block with their purposes: reads without a call between them are one. */
function distinct(
  calls: readonly TaggedCall[],
  asSent: (call: Transaction) => Transaction,
): { tags: TradeTag[]; call: Transaction }[] {
  const made: { tags: TradeTag[]; call: Transaction }[] = []
  for (const { tag, call } of calls) {
    const last = made.at(-1)?.tags
    if (READS.has(tag) && last?.every((one) => READS.has(one))) last.push(tag)
    else made.push({ tags: [tag], call: asSent(call) })
  }
  return made
}

function readCall({ token, trader, venue }: TradeContext, account: Address, receiver: Address): Transaction {
  const reads = [
    { to: token, data: callData('balanceOf', account) },
    { to: token, data: callData('balanceOf', receiver) },
    { to: venue.pool.address, data: callData('getReserves') },
    { to: token, data: callData('balanceOf', venue.pool.address) },
    { to: venue.pool.quote.address, data: callData('balanceOf', venue.pool.address) },
  ]
  return { from: account, to: trader, value: 0n, data: traderReads(reads), gas: 4_000_000n }
}

/** Asks for a transfer of roughly the pool's payment: the token's revert reason matters, not the amount. */
function askPool({ token, venue: { pool } }: TradeContext, account: Address, spend: bigint): Transaction {
  const amount = (pool.tokens * spend) / (pool.depth + spend)
  return { from: pool.address, to: token, value: 0n, data: words('0xa9059cbb', account, amount), gas: TOKEN_GAS }
}

/** Calls the pair's sync(): rebasing tokens leave a pair out of step until then. */
function syncCall({ venue, fresh }: TradeContext): Transaction {
  return { from: fresh('keeper'), to: venue.pool.address, value: 0n, data: '0xfff6cae9', gas: 300_000n }
}

/** Returns what the senders of the calls need, on top of a state that differs from the chain's. */
export function overridesFor(
  { venue, trader, fresh }: TradeContext,
  plan: TradePlan,
  calls: readonly Transaction[],
  own: ReadonlyMap<Address, bigint>,
  state: StateOverrides = {},
): StateOverrides {
  const overrides: StateOverrides = {}
  for (const { from, value, gas = DEFAULT_GAS, gasPrice = 0n } of calls) {
    // An account without coins is new, and gets the balance of its address; every account gets the cost of the trade itself.
    const balance = overrides[from]?.balance ?? (own.get(from) || initialBalanceOf(from))
    overrides[from] = { balance: balance + value + gas * gasPrice }
  }
  overrides[trader] = { ...overrides[trader], code: TRADER_CODE }
  for (const [address, account] of Object.entries(state) as [Address, StateOverrides[Address]][])
    overrides[address] = { ...account, ...overrides[address] }
  if (plan.accepts === true) {
    const acceptor = fresh('acceptor')
    overrides[acceptor] = { ...overrides[acceptor], code: STOP }
    overrides[plan.account] = { ...overrides[plan.account], code: `0xef0100${acceptor.slice(2)}` }
  }
  const { quoteStorage } = venue
  if (quoteStorage === null) return overrides
  const buyers = [{ account: plan.account, spend: plan.spend }, ...(plan.buyers ?? [])].filter(
    ({ spend }) => spend > 0n,
  )
  // More than one purchase, for calls in between that buy again.
  const storage = buyers.map(({ account, spend }) => [quoteStorage.slot(account), `0x${word(spend * PURCHASES)}`])
  if (storage.length > 0) {
    const known = overrides[quoteStorage.token]
    overrides[quoteStorage.token] = { ...known, storage: { ...Object.fromEntries(storage), ...known?.storage } }
  }
  return overrides
}
