import type { BalanceChange } from '../facts/changes.ts'
import type { Movement } from './shapes.ts'

/**
 * USD that pools say of something gained that no oracle prices: the mean of half an hour, and never more than the pool could
 * pay. Null where there is none. Whoever owns the pool can arrange it: it may show a loss and never makes one good.
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
