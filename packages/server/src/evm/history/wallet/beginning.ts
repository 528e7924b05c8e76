import type { WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { Address } from '@redoubt/risk/facts.ts'
import type { HistoryAnswer, Movement, Rows } from './historyAnswer.ts'

/**
 * How a wallet began, by its oldest rows, newest first: of both lists all that there is up to some block. Who first paid it is not known
 * while nobody in these rows did and there are newer ones. A wallet that sent before anybody in them paid it was paid in another
 * way (by genesis, a block, or the beacon chain), which no list of transactions tells.
 */
export function beginning(
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
  // A list that ends before the other's first row cannot tell that nothing came before it.
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

/** The one of the lowest block; of several there the last given, which came first. */
function oldest<Row extends { blockNumber: bigint }>(rows: readonly Row[]): Row | null {
  return rows.reduce<Row | null>(
    (least, row) => (least === null || row.blockNumber <= least.blockNumber ? row : least),
    null,
  )
}

function newestBlock(rows: readonly { blockNumber: bigint }[]): bigint | null {
  return rows.reduce<bigint | null>(
    (most, { blockNumber }) => (most === null || blockNumber > most ? blockNumber : most),
    null,
  )
}
