import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ExecutedStep, TokenPull } from '@redoubt/risk/derive/shapes.ts'
import { PERMIT2 } from '@redoubt/risk/derive/tokenPulls.ts'
import type { CallFrame, Log } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { PriceMoves } from '@redoubt/risk/intent/intentBounds.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { stageBundle } from '../simulation/bundle/stageBundle.ts'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import { madeUpAddress } from '../simulation/madeUp.ts'
import type { Sequence, Simulator, StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from './quoteSlots.ts'
import { isSwap } from './swapLog.ts'
import { word, words } from './trader.ts'

/** Trades made before it, as multiples of it: from a thousandth to a quarter of a million times, each four times the last. */
const LADDER = Array.from({ length: 15 }, (_, step) => 4n ** BigInt(step))
const UNIT = 1_024n
/** Multiples between the largest that it withstood and the next. */
const FINER: readonly Multiple[] = [5n, 6n, 8n, 10n, 12n, 14n].map((times) => ({ times, of: 4n }))
const GAS = 6_000_000n
/** Amounts below this are found by chance in call data. */
const MIN_AMOUNT = 1n << 16n
const MAX_UINT160 = 2n ** 160n - 1n
const MAX_UINT48 = 2n ** 48n - 1n
const COINS = 10n ** 24n

/** Logs of trades with a pool beyond those that `isSwap` knows: Uniswap V4, Balancer V2, Curve (two), Velodrome. */
const POOL_TRADES: ReadonlySet<string> = new Set([
  '0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f',
  '0x2170c741c41531aec20e7c107c24eecfdd15e69c9bb0a8dd37b1840b9e0b207b',
  '0x8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140',
  '0xb2e76ae99761dc136e598d4a629bb347eccb9532a5f8bbd72e18467c3c34cc98',
  '0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b',
])

type Multiple = { times: bigint; of: bigint }
type Sources = { chain: ChainSource; simulator: Simulator }
/** A trade, with the calls that make it and the approvals that it uses. */
export type MovedTrade = {
  transaction: Transaction
  trace: CallFrame
  principals: readonly Address[]
  executedSteps: readonly ExecutedStep[]
  tokenPulls: readonly Pick<TokenPull, 'token' | 'spender'>[]
}

/**
 * Makes the trade of a transaction as another account first, in ever larger amounts, and then the transaction itself: the price that
 * others can give it before it is included. The largest trades after which it still succeeds tell what it puts up with.
 * @returns null where it trades with no pool.
 */
export async function movePrice(
  sources: Sources,
  { block, ...trade }: MovedTrade & { block: PinnedBlock },
  signal: AbortSignal,
): Promise<PriceMoves | null> {
  if (!tradesWithPool(trade.trace)) return null
  const run = await movedRuns(sources, { block, ...trade }, signal)
  if (run === null) return NOT_MOVED
  const [control, ...moved] = await run([0n, ...LADDER].map((times) => ({ times, of: UNIT })))
  if (!control?.logs || !moved.some(({ traded }) => traded)) return NOT_MOVED
  const last = moved.findLastIndex(({ logs }) => logs !== null)
  const largest = LADDER[last]
  const finer =
    largest === undefined || last === LADDER.length - 1
      ? []
      : await run(FINER.map(({ times, of }) => ({ times: largest * times, of: UNIT * of })))
  return { control: control.logs, runs: [...moved, ...finer].flatMap(({ logs }) => (logs === null ? [] : [logs])) }
}

/** Runs the transaction after trades of another account, each a multiple of its own; null where that account cannot make them. */
async function movedRuns(
  sources: Sources,
  { block, ...trade }: MovedTrade & { block: PinnedBlock },
  signal: AbortSignal,
): Promise<((multiples: readonly Multiple[]) => Promise<MovedRun[]>) | null> {
  const { transaction, executedSteps, principals } = trade
  const stranger = madeUpAddress(block, 'trader', transaction.from, transaction.data)
  const trades = executedSteps.flatMap((step) => {
    const amounts = amountsIn(step, principals)
    return amounts.length === 0 ? [] : [{ step, amounts }]
  })
  const funds = await fundsOf(sources, { block, stranger, ...trade }, signal)
  if (trades.length === 0 || funds === null) return null
  const staged = await stageBundle(sources.chain, { block, transaction, signal })
  const payer = await sources.chain.balance(block, staged.transaction.from, signal)
  const price = 4n * (nextBlock(block).baseFeePerGas + 10n ** 9n)
  const own = staged.stateOverrides[staged.transaction.from]
  const overrides: StateOverrides = {
    ...funds.overrides,
    ...staged.stateOverrides,
    [staged.transaction.from]: { ...own, balance: (own?.balance ?? payer) + GAS * price },
  }
  const { from, to, value, data, authorizationList } = staged.transaction
  // Without the caller's fees and nonce: they say nothing of the price.
  const asked = { from, to, value, data, gas: GAS, ...(authorizationList && { authorizationList }) }
  const sequence = ({ times, of }: Multiple): Sequence => {
    const before = trades.map(({ step, amounts }) => asStranger(step, { amounts, stranger, principals, times, of }))
    return {
      blocks: [{ calls: [...funds.approvals, ...(times === 0n ? [] : before), asked] }],
      stateOverrides: overrides,
    }
  }
  return (multiples) =>
    runSequences(sources.simulator, { block, sequences: multiples.map(sequence), signal }, funds.approvals.length)
}

/**
 * Makes the trade as another account first, so many times as large, and then the transaction itself.
 * @returns the logs of the transaction alone and after it; null where the other account cannot trade, or the transaction then fails.
 */
export async function movePriceBy(
  sources: Sources,
  trade: MovedTrade & { block: PinnedBlock; times: bigint },
  signal: AbortSignal,
): Promise<{ plain: Log[]; moved: Log[] } | null> {
  const run = await movedRuns(sources, trade, signal)
  const [plain, moved] = (await run?.([0n, trade.times].map((times) => ({ times, of: 1n })))) ?? []
  return plain?.logs && moved?.logs ? { plain: plain.logs, moved: moved.logs } : null
}

const NOT_MOVED: PriceMoves = { control: null, runs: [] }

/** `traded`: the trades before it succeeded. `logs`: of the transaction after them, null where it or they failed. */
type MovedRun = { traded: boolean; logs: Log[] | null }

async function runSequences(
  simulator: Pick<Simulator, 'simulateSequences'>,
  request: { block: PinnedBlock; sequences: readonly Sequence[]; signal: AbortSignal },
  approvals: number,
): Promise<MovedRun[]> {
  const outcomes = await simulator.simulateSequences({ ...request, transfers: true })
  return outcomes.map((calls): MovedRun => {
    const before = calls?.slice(approvals, -1) ?? []
    const traded = before.some(({ success }) => success)
    const own = calls?.at(-1)
    return { traded, logs: own?.success && (traded || before.length === 0) ? own.logs : null }
  })
}

/** Whether a pool of any known exchange says that it traded. */
export function isPoolTrade(log: Pick<Log, 'topics'>): boolean {
  return isSwap(log) || POOL_TRADES.has(log.topics[0] ?? '')
}

function tradesWithPool(frame: CallFrame): boolean {
  if (frame.error !== null) return false
  return frame.logs.some(isPoolTrade) || frame.calls.some(tradesWithPool)
}

/** Amounts that a call names and moves for the principals, in either direction; none where it brings them nothing. */
function amountsIn({ changes, value, data }: ExecutedStep, principals: readonly Address[]): bigint[] {
  const own = changes.filter(({ account }) => principals.includes(account))
  if (!own.some(({ change }) => change > 0n) || !own.some(({ change }) => change < 0n)) return []
  const moved = [...own.map(({ change }) => (change < 0n ? -change : change)), value]
  const named = moved.filter((amount) => amount >= MIN_AMOUNT && (amount === value || data.includes(word(amount))))
  return [...new Set(named)]
}

function asStranger(
  { to, value, data }: ExecutedStep,
  {
    amounts,
    stranger,
    principals,
    times,
    of,
  }: Multiple & {
    amounts: readonly bigint[]
    stranger: Address
    principals: readonly Address[]
  },
): Transaction {
  const scaled = (amount: bigint) => (amount * times) / of
  const named = principals.reduce((text, one) => text.replaceAll(one.slice(2), stranger.slice(2)), data.toLowerCase())
  const text = amounts.reduce((before, amount) => before.replaceAll(word(amount), word(scaled(amount))), named)
  return { from: stranger, to, value: amounts.includes(value) ? scaled(value) : value, data: text as Hex, gas: GAS }
}

/** Coins, tokens and approvals of the stranger; null where a token does not show where it keeps balances. */
async function fundsOf(
  sources: Sources,
  { block, stranger, tokenPulls, executedSteps }: MovedTrade & { block: PinnedBlock; stranger: Address },
  signal: AbortSignal,
): Promise<{ overrides: StateOverrides; approvals: Transaction[] } | null> {
  const overrides: StateOverrides = { [stranger]: { balance: COINS } }
  const approvals: Transaction[] = []
  const approve = (token: Address, spender: Address) =>
    approvals.push({
      from: stranger,
      to: token,
      value: 0n,
      data: words('0x095ea7b3', spender, MAX_UINT160),
      gas: GAS,
    })
  for (const { token, spender } of tokenPulls) {
    const slotOf = await quoteSlots(sources, { block, token }, signal)
    if (slotOf === null) return null
    // As much as the largest trade takes, and far below what overflows in pools.
    overrides[token] = { storage: { [slotOf(stranger)]: `0x${word(2n ** 111n)}` } }
    approve(token, spender)
    if (spender !== PERMIT2) continue
    for (const { to } of executedSteps)
      if (to !== null && to !== token)
        approvals.push({
          from: stranger,
          to: PERMIT2,
          value: 0n,
          data: words('0x87517c45', token, to, MAX_UINT160, MAX_UINT48),
          gas: GAS,
        })
  }
  return { overrides, approvals }
}
