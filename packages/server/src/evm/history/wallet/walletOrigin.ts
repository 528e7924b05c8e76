import type { Address } from '@redoubt/risk/address.ts'
import type { WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { HistoryAnswer, Movement, Rows } from './historyAnswer.ts'

/**
 * Finds how a wallet began from its oldest rows, newest first, of both lists, complete up to some block. The first payer is
 * unknown while no row shows a payment and newer rows exist. A wallet that sent before any payment in the rows was paid in
 * another way (by genesis, a block, or the beacon chain), which no list of transactions shows.
 */
export function walletOrigin(
  wallet: Address,
  { transactions, internals }: { transactions: Rows<WalletTransaction>; internals: Rows<Movement> },
): Pick<HistoryAnswer, 'firstSeen' | 'funding'> {
  const paid: WalletHistory['funding'][] = [
    ...internals.rows
      .filter(({ to, amount }) => to === wallet && amount > 0n)
      .map(({ from, hash, blockNumber, amount }) => ({ from, hash, blockNumber, value: amount })),
    ...transactions.rows
      .filter(({ to, value, success }) => to === wallet && value > 0n && success !== false)
      .map(({ from, hash, blockNumber, value }) => ({ from, hash, blockNumber, value })),
  ]
  const seen = [...internals.rows, ...transactions.rows]
  const first = oldest(seen)
  const funding = oldest(paid.filter((one) => one !== null))
  // A list that ends before the other's first row cannot rule out an earlier row of its own.
  const end = [transactions, internals]
    .filter(({ complete }) => !complete)
    .map(({ rows }) => newestBlock(rows) ?? -1n)
    .reduce<bigint | null>((least, block) => (least === null || block < least ? block : least), null)
  const isKnown = (block: bigint | undefined) => end === null || (block !== undefined && block <= end)
  const sentFirst =
    first !== null &&
    transactions.rows.some(
      ({ from, blockNumber }) => from === wallet && (funding === null || blockNumber < funding.blockNumber),
    )
  if (sentFirst) return {}
  return {
    ...(isKnown(first?.blockNumber) && {
      firstSeen: first && {
        blockNumber: first.blockNumber,
        timestamp: first.timestamp ?? 0,
        hash: first.hash,
      },
    }),
    ...(isKnown(funding?.blockNumber) && { funding: funding ?? null }),
  } as Pick<HistoryAnswer, 'firstSeen' | 'funding'>
}

/** Returns the row of the lowest block; of several the last one given, which came first. */
function oldest<Row extends { blockNumber: bigint }>(rows: readonly Row[]): Row | null {
  return rows.reduce<Row | null>(
    (least, row) => (least === null || row.blockNumber <= least.blockNumber ? row : least),
    null,
  )
}

function newestBlock(rows: readonly { blockNumber: bigint }[]): bigint | null {
  return rows.reduce<bigint | null>(
    (max, { blockNumber }) => (max === null || blockNumber > max ? blockNumber : max),
    null,
  )
}
