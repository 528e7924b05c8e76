import type { Address } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PoolMove } from '@redoubt/risk/facts/poolMove.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { type EmittedLog, emittedLogs, transfersOf } from '../decode/emittedLogs.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { stageBundle } from '../simulation/bundle/stageBundle.ts'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import { gainsIn } from '../simulation/gainsIn.ts'
import { madeUpAddress } from '../simulation/madeUp.ts'
import type { Sequence, Simulator, StateOverrides } from '../simulation/simulator.ts'
import { isPoolTrade, type MovedTrade, movePriceBy } from './movePrice.ts'
import { quoteSlots } from './quoteSlots.ts'
import { amountsOf, swapStyle } from './swapLog.ts'
import { toleranceIn } from './toleranceIn.ts'
import { traderSwap, word, words } from './trader.ts'
import { TRADER_CODE } from './traderCode.generated.ts'

/**
 * Size of the other account's trades. A sandwich pays the pool's fee twice on its own trade: with more than this the fees take what
 * a price that moves by a tenth brings.
 */
const TIMES = 16n
/** Pools of one trade that are moved: a path of several, or a trade in parts. */
const MAX_POOLS = 4
const GAS = 6_000_000n
const COINS = 10n ** 24n

type PoolSwap = { pool: Address; style: 'v2' | 'v3'; sold: Address; amount: bigint; soldIsFirst: boolean }

/**
 * Executes a trade twice: as it is, and after another account sold larger amounts to the same pools, as the first half of a sandwich.
 * @returns what the assets bring the principals in both, in order; null where it trades with no pool of a known shape, where no pool could be moved, or where the trade then fails.
 */
export async function movePools(
  sources: { chain: ChainSource; simulator: Simulator },
  trade: MovedTrade & { block: PinnedBlock; assets: readonly (Address | null)[] },
  signal: AbortSignal,
): Promise<(Pick<PoolMove, 'pools' | 'times' | 'tolerance'> & { amounts: bigint[]; amountsAfter: bigint[] }) | null> {
  const { block, transaction, trace, principals, assets } = trade
  const logs = emittedLogs(trace)
  const swaps = poolSwaps(logs).slice(0, MAX_POOLS)
  if (swaps.length === 0) return moveOtherPools(sources, trade, logs, signal)
  const stranger = madeUpAddress(block, 'trader', transaction.from, transaction.data)
  const router = madeUpAddress(block, 'router', transaction.from, transaction.data)
  const overrides: StateOverrides = { [stranger]: { balance: COINS }, [router]: { code: TRADER_CODE } }
  const before: Transaction[] = []
  for (const { pool, style, sold, amount, soldIsFirst } of swaps) {
    const slotOf = await quoteSlots(sources, { block, token: sold }, signal)
    if (slotOf === null) continue
    overrides[sold] = { storage: { [slotOf(stranger)]: `0x${word(2n ** 111n)}` } }
    const call = { from: stranger, value: 0n, gas: GAS }
    before.push({ ...call, to: sold, data: words('0x095ea7b3', router, 2n ** 111n) })
    const swap = { pool, sold, amount: amount * TIMES, soldIsFirst }
    before.push({ ...call, to: router, data: traderSwap(style, swap) })
  }
  if (before.length === 0) return null
  const staged = await stageBundle(sources.chain, { block, transaction, signal })
  const { from, to, value, data, authorizationList } = staged.transaction
  const payer = await sources.chain.balance(block, from, signal)
  const own = staged.stateOverrides[from]
  const price = 4n * (nextBlock(block).baseFeePerGas + 10n ** 9n)
  const stateOverrides: StateOverrides = {
    ...overrides,
    ...staged.stateOverrides,
    [from]: { ...own, balance: (own?.balance ?? payer) + GAS * price },
  }
  // Without the caller's fees and nonce: they say nothing of the price.
  const asked: Transaction = { from, to, value, data, gas: GAS, ...(authorizationList && { authorizationList }) }
  const sequence = (calls: readonly Transaction[]): Sequence => ({
    blocks: [{ calls: [...calls, asked] }],
    stateOverrides,
  })
  const [plain, moved] = await sources.simulator.simulateSequences({
    block,
    sequences: [sequence([]), sequence(before)],
    signal,
    transfers: true,
  })
  const pools = swaps
    .map(({ pool }) => pool)
    .filter((pool) =>
      moved?.slice(0, -1).some(({ success, logs }) => success && logs.some((log) => log.address === pool)),
    )
  const [first, last] = [plain?.at(-1), moved?.at(-1)]
  if (pools.length === 0 || !first?.success || !last?.success) return null
  const amounts = assets.map((asset) => gainsIn(first.logs, asset, principals))
  const amountsAfter = assets.map((asset) => gainsIn(last.logs, asset, principals))
  return { pools, times: Number(TIMES), amounts, amountsAfter, tolerance: toleranceOf(trade, amounts) }
}

/** Of one asset for one. */
function toleranceOf(
  { transaction, trace }: Pick<MovedTrade, 'transaction' | 'trace'>,
  [given = 0n, received = 0n]: readonly bigint[],
): number | null {
  return toleranceIn(transaction, trace, { given: -given, received })
}

/** Pools that only log their trades: the other account makes the same calls as the transaction. */
async function moveOtherPools(
  sources: { chain: ChainSource; simulator: Simulator },
  trade: Parameters<typeof movePools>[1],
  logs: readonly EmittedLog[],
  signal: AbortSignal,
): ReturnType<typeof movePools> {
  const pools = [...new Set(logs.filter(isPoolTrade).map(({ address }) => address))]
  const runs = pools.length === 0 ? null : await movePriceBy(sources, { ...trade, times: TIMES }, signal)
  if (runs === null) return null
  const sums = (of: readonly Log[]) => trade.assets.map((asset) => gainsIn(of, asset, trade.principals))
  const amounts = sums(runs.plain)
  return {
    pools,
    times: Number(TIMES),
    amounts,
    amountsAfter: sums(runs.moved),
    tolerance: toleranceOf(trade, amounts),
  }
}

/** Swaps at pools of a known shape, each pool once. The sold token is found by the payment to the pool of the logged amount. */
function poolSwaps(logs: readonly EmittedLog[]): PoolSwap[] {
  const transfers = transfersOf(logs)
  const found = new Map<Address, PoolSwap>()
  for (const log of logs) {
    const [style, sides] = [swapStyle(log), amountsOf(log)]
    if (style === null || sides === null || found.has(log.address)) continue
    const soldIsFirst = sides[0].in > 0n
    const amount = soldIsFirst ? sides[0].in : sides[1].in
    const paid = transfers.find((one) => one.to === log.address && one.amount === amount && one.standard === 'erc20')
    if (paid === undefined || amount === 0n) continue
    found.set(log.address, { pool: log.address, style, sold: paid.token, amount, soldIsFirst })
  }
  return [...found.values()]
}
