import type { BalanceChange } from '../facts/changes.ts'
import type { Movement } from './shapes.ts'

/**
 * Returns the USD value that pools give to a gained asset without an oracle price: the 30-minute mean, and never more than the
 * pool could pay. Null where there is none. The owner of the pool can manipulate it, so it may show a loss and never offsets one.
 */
export function poolUsd(
  { account, address, tokenId, amount }: Pick<Movement, 'account' | 'address' | 'tokenId' | 'amount'>,
  rows: readonly BalanceChange[],
): number | null {
  const row = rows.find(
    (one) => one.account === account && one.address === address && one.tokenId === tokenId && one.change === amount,
  )
  return row?.priceKind === 'pool' ? row.changeUsd : null
}
