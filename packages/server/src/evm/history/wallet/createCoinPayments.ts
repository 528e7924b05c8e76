import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { archiveHistory } from './archiveHistory.ts'
import type { HistoryReader } from './historyAnswer.ts'

/** A payment of coins by the wallet, without call data. */
export type CoinPayment = { to: Address; blockNumber: bigint }
export type CoinPayments = (block: PinnedBlock, wallet: Address, signal: AbortSignal) => Promise<CoinPayment[]>

/** Newest transactions that are asked for. */
const MAX_TRANSACTIONS = 100
/** Milliseconds that a scan waits; a slower source answers the next scan. */
const MAX_MS = 700
/** Time after which a wallet's payments are asked for again. */
const KEPT_MS = 60_000
const MAX_WALLETS = 5_000

/**
 * Reads the recipients of a wallet's newest coin payments, which leave no log. The best source that answers wins: the node's index of
 * accounts (`ots_*`), the explorers, then the last five transactions by bisection of the nonce, which needs old state. A node that has
 * none of these shows no coin payments. Never rejects: what no source tells is not known.
 */
export function createCoinPayments({
  chain,
  explorers = [],
}: {
  chain: ChainSource
  explorers?: readonly HistoryReader[]
}): CoinPayments {
  const kept = new Map<string, { payments: Promise<CoinPayment[]>; until: number }>()
  const readers = [...explorers.filter((one) => one.covers(chain.chain)), archiveHistory(chain)]

  async function gather(block: PinnedBlock, wallet: Address): Promise<CoinPayment[]> {
    const signal = AbortSignal.timeout(10 * MAX_MS)
    if ((await chain.nonce(block, wallet, signal)) === 0) return []
    const before = block.number + 1n
    const page = await chain.accountTransactions(wallet, { before }, MAX_TRANSACTIONS, signal).catch(() => null)
    if (page !== null)
      return paymentsIn(
        page.transactions.map(({ data, ...row }) => ({ ...row, plain: data === '0x' })),
        wallet,
        block,
      )
    for (const reader of readers) {
      const asked = { block, address: wallet, wanted: new Set(['transactions'] as const) }
      const { transactions } = await reader.ask(asked, signal).catch(() => ({ transactions: undefined }))
      if (transactions === undefined) continue
      return paymentsIn(
        transactions.rows.slice(0, MAX_TRANSACTIONS).map((row) => ({ ...row, plain: row.selector === null })),
        wallet,
        block,
      )
    }
    return []
  }

  return async (block, wallet, signal) => {
    // A block in the past must not show later payments: it has a key of its own.
    const key = `${wallet}:${block.number / KEPT_BLOCKS}`
    const found = kept.get(key)
    const fresh = found !== undefined && found.until > Date.now() ? found.payments : null
    const payments = fresh ?? gather(block, wallet).catch(() => [])
    if (fresh === null) {
      kept.delete(key)
      kept.set(key, { payments, until: Date.now() + KEPT_MS })
      const [oldest] = kept.keys()
      if (kept.size > MAX_WALLETS && oldest !== undefined) kept.delete(oldest)
    }
    signal.throwIfAborted()
    const known = (await withTimeout(payments, MAX_MS)) ?? []
    return known.filter(({ blockNumber }) => blockNumber <= block.number)
  }
}

/** Blocks that share what is kept: rows after the asked block are left out on reading. */
const KEPT_BLOCKS = 1_000n

type Row = {
  from: Address
  to: Address | null
  value: bigint
  blockNumber: bigint
  success: boolean | null
  plain: boolean
}

function paymentsIn(rows: readonly Row[], wallet: Address, block: PinnedBlock): CoinPayment[] {
  return rows.flatMap(({ from, to, value, blockNumber, success, plain }) =>
    from === wallet && to !== null && value > 0n && plain && success !== false && blockNumber <= block.number
      ? [{ to, blockNumber }]
      : [],
  )
}
