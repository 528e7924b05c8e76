import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { MarketActs } from '@redoubt/risk/facts/marketActs.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { readCallTree } from '../simulation/readCallTree.ts'
import { isSwap } from '../trade/swapLog.ts'

const MAX_TRACED = 8
const AT_ONCE = 4

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
  const traces = await mapConcurrent(calls.slice(0, MAX_TRACED), AT_ONCE, async ({ hash, blockNumber }) => {
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

const NOBODY: Address = `0x${'0'.repeat(40)}`
const MOVES_COIN: ReadonlySet<CallFrame['type']> = new Set<CallFrame['type']>(['CALL', 'SELFDESTRUCT'])

function paidFromInside(tree: CallFrame, builder: Address): bigint {
  if (builder === NOBODY || tree.error !== null) return 0n
  return tree.calls
    .flatMap(frames)
    .filter(({ type, to }) => to === builder && MOVES_COIN.has(type))
    .reduce((sum, { value }) => sum + value, 0n)
}

/** A frame and all under it that did not fail. */
function frames(frame: CallFrame): CallFrame[] {
  return frame.error === null ? [frame, ...frame.calls.flatMap(frames)] : []
}
