import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { MarketActs, PoolSwap } from '@redoubt/risk/facts/marketActs.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { ChainSource, SentTransaction } from '../rpc/chainSource.ts'
import { readCallTree } from '../simulation/readCallTree.ts'
import { amountsOf, isSwap } from '../trade/swapLog.ts'

/** Newest blocks in which the wallet acted more than once. */
const MAX_BLOCKS = 6
/** Transactions between the wallet's first and last in a block; sandwiches are tight. */
const MAX_BETWEEN = 24
const RECEIPTS_AT_ONCE = 8

type Chain = Pick<ChainSource, 'transactionsIn' | 'receipt'>

/**
 * Reads the trades of the wallet, and those between them, in the newest blocks where the wallet sent, or was called by, more than
 * one transaction. `cut`: blocks that could not be read.
 */
export async function readOwnSwaps(
  chain: Chain,
  { wallet, transactions }: { wallet: Address; transactions: readonly WalletTransaction[] },
  signal: AbortSignal,
): Promise<{ swaps: PoolSwap[]; cut: string[] }> {
  const calls = transactions.filter(({ selector, to }) => selector !== null && to !== null)
  const byBlock = [...Map.groupBy(calls, ({ blockNumber }) => blockNumber)]
  const blocks = byBlock.filter(([, own]) => own.length > 1).sort(([a], [b]) => (a > b ? -1 : 1))
  const read = await Promise.all(
    blocks.slice(0, MAX_BLOCKS).map(([blockNumber]) =>
      swapsIn(chain, { wallet, blockNumber }, signal).catch(() => {
        signal.throwIfAborted()
        return null
      }),
    ),
  )
  const failed = read.filter((one) => one === null).length
  return {
    swaps: read.flatMap((one) => one ?? []),
    cut: failed === 0 ? [] : [`trades: ${failed} blocks could not be read`],
  }
}

async function swapsIn(
  chain: Chain,
  { wallet, blockNumber }: { wallet: Address; blockNumber: bigint },
  signal: AbortSignal,
): Promise<PoolSwap[]> {
  const all = await chain.transactionsIn(blockNumber, signal)
  const isOwn = ({ transaction: { from, to } }: SentTransaction) => from === wallet || to === wallet
  const places = all.flatMap((one, at) => (isOwn(one) ? [at] : []))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined || first === last || last - first > MAX_BETWEEN) return []
  const found = await mapConcurrent(all.slice(first, last + 1), RECEIPTS_AT_ONCE, async (one) => {
    const { logs, success } = await chain.receipt(one.hash, signal)
    const index = one.mined?.index ?? -1
    if (!success || index < 0) return []
    return logs.flatMap((log): PoolSwap[] => {
      const sides = amountsOf(log)
      if (sides === null) return []
      const paid = sides[0].in > 0n ? 0 : 1
      const { in: amountIn } = sides[paid]
      const { out: amountOut } = sides[paid === 0 ? 1 : 0]
      return [{ blockNumber, index, hash: one.hash, pool: log.address, own: isOwn(one), paid, amountIn, amountOut }]
    })
  })
  return found.flat()
}

const MAX_TRACED = 8

const TRACES_AT_ONCE = 4

type Payments = Pick<MarketActs, 'builderPayments' | 'traced' | 'cut'>

/**
 * Coin that the builder of its block got from inside one of the wallet's newest trades: how searchers pay for their place in the
 * block. Fees and plain payments to an account that happens to build blocks are none, nor is what pays without trading.
 */
export async function readBuilderPayments(
  chain: Pick<ChainSource, 'traceTransaction' | 'blockAt'>,
  { transactions }: { transactions: readonly WalletTransaction[] },
  signal: AbortSignal,
): Promise<Payments> {
  const calls = transactions.filter(
    ({ selector, to, success }) => selector !== null && to !== null && success !== false,
  )
  const traces = await mapConcurrent(calls.slice(0, MAX_TRACED), TRACES_AT_ONCE, async ({ hash, blockNumber }) => {
    try {
      const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
      const answer = await chain.traceTransaction(hash, tracer, signal)
      if (answer === null) return null
      const tree = readCallTree(answer)
      if (!frames(tree).some(({ logs }) => logs.some(isSwap))) return []
      const { coinbase: builder } = await chain.blockAt(blockNumber, signal)
      const amount = paidFromInside(tree, builder)
      return amount === 0n ? [] : [{ hash, blockNumber, builder, amount }]
    } catch {
      signal.throwIfAborted()
      return null
    }
  })
  const read = traces.filter((one) => one !== null)
  const cut = read.length === traces.length ? [] : ['builder payments: transactions could not be traced']
  return { builderPayments: read.flat(), traced: read.length, cut }
}

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

const MOVES_COIN: ReadonlySet<CallFrame['type']> = new Set<CallFrame['type']>(['CALL', 'SELFDESTRUCT'])

function paidFromInside(tree: CallFrame, builder: Address): bigint {
  if (builder === ZERO_ADDRESS || tree.error !== null) return 0n
  return tree.calls
    .flatMap(frames)
    .filter(({ type, to }) => to === builder && MOVES_COIN.has(type))
    .reduce((sum, { value }) => sum + value, 0n)
}

/** A frame and all under it that did not fail. */
function frames(frame: CallFrame): CallFrame[] {
  return frame.error === null ? [frame, ...frame.calls.flatMap(frames)] : []
}
