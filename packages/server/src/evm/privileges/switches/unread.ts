import { nextBlock } from '../../simulation/engine/hardfork.ts'
import { type Sequence, SimulationUnavailable } from '../../simulation/simulator.ts'
import { changedWords, meet, readWords, type Words } from '../../trade/changedWords.ts'
import { ownBalances } from '../../trade/pockets.ts'
import { knownPurchase } from '../../trade/purchases.ts'
import { saleReads } from '../../trade/saleReads.ts'
import { purchaseSequence } from '../../trade/tracePurchases.ts'
import type { TradeContext, TradePlan } from '../../trade/tradeContext.ts'
import { tradeSequence } from '../../trade/tradeSequence.ts'
import type { AcceptedCall } from '../calls/tried.ts'

/** Which calls need no trade, because what they change is not read by it. What they read is traced once it matters. */
export type Unread = {
  /** Whether the trade goes on as it does without the call. */
  isIdle(call: AcceptedCall): boolean
  /** Whether that holds for accounts that buy after the call, too. */
  isIdleBefore(call: AcceptedCall): Promise<boolean>
  /** Whether the second call after the first is as idle as the two alone, or as one of them where the other does nothing. */
  areApart(first: AcceptedCall, second: AcceptedCall): Promise<boolean>
  /** Whether the call changes nothing at all, and so does nothing again. */
  isNothing(call: AcceptedCall): Promise<boolean>
}

const WHAT = 'switches'
/** Fewer are tried faster than all that a trade reads is traced. */
const MIN_CALLS = 6

/**
 * Traces each call on the state after the usual purchase, and the trade that follows. A trade is decided by the words that it reads:
 * where calls leave those as they are, its result is known. Null where that takes more than the trades.
 */
export async function traceCalls(
  own: TradeContext,
  usual: Pick<TradePlan, 'account' | 'spend' | 'wait'> & { held: bigint | null },
  calls: readonly AcceptedCall[],
): Promise<Unread | null> {
  const { simulator, block, signal, budget } = own
  const { held, ...members } = usual
  const plan: TradePlan = { ...members, passOn: true, expected: held }
  const state = knownPurchase(own, plan)?.state ?? null
  if (state === null || held === null || held === 0n || calls.length < MIN_CALLS) return null
  if (!budget.take(calls.length, WHAT)) return null
  const balances = await ownBalances(own, [{ ...plan, between: calls.map(({ call }) => call) }])
  const alone = ({ call }: AcceptedCall): Sequence => {
    const { sequence } = tradeSequence(
      own,
      { ...plan, between: [call] },
      { amounts: null, ask: null, sync: false, own: balances },
    )
    const { blocks, stateOverrides = {} } = sequence
    return {
      stateOverrides,
      blocks: blocks.map((one, at) => (at === 0 ? one : { ...one, calls: one.calls.slice(0, 1) })),
    }
  }
  const { coinbase } = nextBlock(block)
  const known = <Value>(asked: Promise<Value>) =>
    asked.catch((error: unknown) => {
      if (error instanceof SimulationUnavailable) return null
      throw error
    })
  const [trade, purchase, ...traced] = await Promise.all([
    known(saleReads(own, plan, held)),
    known(simulator.wordsRead({ block, sequence: purchaseSequence(own, plan, balances), signal })),
    ...calls.map(async (one) => {
      const diffs = await known(simulator.stateDiffs({ block, sequence: alone(one), signal }))
      return { one, changes: diffs === null ? null : changedWords(diffs, [one.caller.address, coinbase]) }
    }),
  ])
  if (trade === null || purchase === null) return null
  const [tradeReads, purchaseReads] = [readWords(trade), readWords(purchase)]
  const bought: Words = new Set(
    Object.entries(state).flatMap(([address, { storage = {} }]) =>
      Object.keys(storage).map((slot) => `${address} ${slot}`),
    ),
  )
  const traces = new Map(traced.map(({ one, changes }) => [one, changes]))
  const changes = (call: AcceptedCall) => traces.get(call) ?? null
  const asked = new Map<AcceptedCall, Promise<Words | null>>()
  const reads = (call: AcceptedCall): Promise<Words | null> => {
    if (!traces.has(call)) return Promise.resolve(null)
    const read =
      asked.get(call) ?? known(simulator.wordsRead({ block, sequence: alone(call), signal })).then(wordsOrNull)
    asked.set(call, read)
    return read
  }
  const isIdle = (call: AcceptedCall) => {
    const changed = changes(call)
    return changed !== null && !meet(changed, tradeReads)
  }
  /** The purchase changes nothing that the call reads: it does the same before it. */
  const isTimeless = async (call: AcceptedCall) => {
    const read = await reads(call)
    return read !== null && !meet(bought, read)
  }
  const isNothing = async (call: AcceptedCall) => changes(call)?.size === 0 && (await isTimeless(call))
  return {
    isIdle,
    isIdleBefore: async (call) =>
      isIdle(call) && !meet(changes(call) ?? new Set(), purchaseReads) && (await isTimeless(call)),
    isNothing,
    async areApart(first, second) {
      if (await isNothing(first)) return true
      const changed = changes(first)
      const areIdle = isIdle(first) && isIdle(second)
      if (changed === null || !(areIdle || changes(second)?.size === 0)) return false
      const [own, read] = await Promise.all([reads(first), reads(second)])
      // A second call without changes, and as timeless, is nothing.
      return own !== null && read !== null && ![own, read].some((one) => meet(bought, one)) && !meet(changed, read)
    },
  }
}

function wordsOrNull(reads: Parameters<typeof readWords>[0] | null): Words | null {
  return reads === null ? null : readWords(reads)
}
