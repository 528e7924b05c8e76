import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Payee } from './shapes.ts'

/** Wei, and percent of the payer's coins, up to which a payment to the block's builder is a fee. */
const MAX_TIP_WEI = 10n ** 16n
const MAX_TIP_PERCENT = 1n

/**
 * Leaves a small payment to the builder of the block out, as the network fee is: private swaps and bundles are included for it, and
 * the caller does not choose who builds. A larger payment, and one that the call data names, stays a payment.
 */
export function withoutBuilderTip(
  rows: readonly BalanceChange[],
  { builder, principals, payees }: { builder: Address; principals: readonly Address[]; payees: readonly Payee[] },
): readonly BalanceChange[] {
  if (BigInt(builder) === 0n || principals.includes(builder)) return rows
  const tip = rows.find(
    ({ account, assetType, change }) => account === builder && assetType === 'native' && change > 0n,
  )
  if (tip === undefined || tip.change > MAX_TIP_WEI || payees.some(({ address }) => address === builder)) return rows
  const payer = rows.find(({ account, assetType }) => assetType === 'native' && principals.includes(account))
  if (payer === undefined || payer.before === null || tip.change * 100n > payer.before * MAX_TIP_PERCENT) return rows
  const change = payer.change + tip.change
  const rest = {
    ...payer,
    change,
    changeUsd:
      payer.changeUsd === null || payer.change === 0n
        ? null
        : (payer.changeUsd * Number(change)) / Number(payer.change),
  }
  return rows.flatMap((row) => (row === tip ? [] : row !== payer ? [row] : change === 0n ? [] : [rest]))
}
