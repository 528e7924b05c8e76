import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import { carryState } from '../simulation/prepareRun.ts'
import { SimulationUnavailable, type StateOverrides } from '../simulation/simulator.ts'
import { changedWords } from './changedWords.ts'
import { asWallet } from './pockets.ts'
import { quoteSlots } from './quoteSlots.ts'
import type { TradeContext } from './tradeContext.ts'
import { words } from './trader.ts'
import { overridesFor } from './tradeSequence.ts'

const TOKEN_GAS = 2_000_000n
/** Percent: a large purchase pays a higher price. */
const MIN_PROPORTION = 80n

/** So many purchases of the same sum each. */
type Crowd = { people: readonly Address[]; count: number; spend: bigint }

type Turnover = { account: Address; spend: bigint; amount: bigint }

/** Returns a purchase, and a sale of the given amount, in base units. */
export function turnover({ venue, token }: TradeContext, { account, spend, amount }: Turnover): Transaction[] {
  const data = words('0x095ea7b3', venue.router, amount)
  const approval = { from: account, to: token, value: 0n, data, gas: TOKEN_GAS }
  return [...venue.buy(account, spend), approval, venue.sell(account, amount)]
}

/**
 * Whether one account's purchase stands for those of so many. A trader writes words of its own, and balances that grow
 * or shrink with the amount, such as the pool's and those of who receives fees: nothing counts accounts or purchases. Looked at now,
 * and again after a purchase as large as all of theirs.
 * @param receivers accounts in the logs of a purchase.
 */
export async function isUncounted(
  context: TradeContext,
  { people, receivers, count, spend, amount }: Crowd & { receivers: readonly Address[]; amount: bigint },
): Promise<boolean> {
  const { chain, simulator, block, token, venue, prelude, signal } = context
  const [first, second, large, third, fourth] = people
  if (prelude.length > 0 || !first || !second || !large || !third || !fourth) return false
  const slotOf = await quoteSlots({ chain, simulator }, { block, token }, signal)
  if (slotOf === null) return false
  const diffsOf = (account: Address, calls: readonly Transaction[], paid: bigint, state: StateOverrides = {}) => {
    const sent = calls.map((call) => asWallet(context, call))
    const plan = { account, spend: paid, passOn: false }
    const stateOverrides = overridesFor(context, plan, sent, new Map(), state)
    return simulator.stateDiffs({ block, sequence: { blocks: [{ calls: sent }], stateOverrides }, signal })
  }
  const ofMarket = [venue.pool.address, venue.pool.quote.address, venue.router]
  const writesOf = (account: Address, diffs: readonly StateDiff[]) => {
    const words = changedWords(diffs, [account, nextBlock(block).coinbase])
    return [...words].filter((word) => !ofMarket.some((address) => word.startsWith(address)))
  }
  const sums = new Set([venue.pool.address, ...receivers].map((account) => `${token} ${slotOf(account)}`))
  /** The words that both write; null where one of them may count. */
  const shared = (one: readonly string[], other: readonly string[]) => {
    const both = one.filter((word) => other.includes(word))
    return one.length === other.length && one.length > both.length && both.every((word) => sums.has(word)) ? both : null
  }
  const all = (account: Address) => diffsOf(account, turnover(context, { account, spend, amount }), spend)
  const sum = spend * BigInt(count)
  try {
    const [one, other, bought] = await Promise.all([
      all(first),
      all(second),
      diffsOf(large, venue.buy(large, sum), sum),
    ])
    const both = shared(writesOf(first, one), writesOf(second, other))
    const single = one.slice(0, venue.buy(first, spend).length)
    if (both === null || !both.every((word) => isInProportion(word, single, bought, count))) return false
    const state = bought.reduce(carryState, {} as StateOverrides)
    const [later = [], last = []] = await Promise.all(
      [third, fourth].map((account) => diffsOf(account, venue.buy(account, spend), spend, state)),
    )
    return shared(writesOf(third, later), writesOf(fourth, last)) !== null
  } catch (error) {
    if (!(error instanceof SimulationUnavailable)) throw error
    return false
  }
}

/** Whether a purchase of many sums changes the word by about as many times what one changes: a number beside the balance would not. */
function isInProportion(
  word: string,
  single: readonly StateDiff[],
  large: readonly StateDiff[],
  count: number,
): boolean {
  const [address, slot] = word.split(' ') as [Address, Hex]
  const change = (diffs: readonly StateDiff[]) => {
    const found = diffs.flatMap((diff) => diff[address]?.storage[slot] ?? [])
    const [before, after] = [BigInt(found[0]?.before ?? 0), BigInt(found.at(-1)?.after ?? 0)]
    return before < after ? after - before : before - after
  }
  const [one, all] = [change(single) * BigInt(count), change(large)]
  return all <= one && all * 100n >= one * MIN_PROPORTION
}
