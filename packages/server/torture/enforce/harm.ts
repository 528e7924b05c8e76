import type { Address, Hex } from '@redoubt/risk/address.ts'
import { namesNumber } from '@redoubt/risk/protect/namedWords.ts'
import { parseUnits } from 'viem/utils'
import type { TransactionScanResult } from '../../src/usecases/scans/transaction/renderTransaction.ts'
import type { Holdings } from './sendBatch.ts'

/** A token whose balance is compared, with its decimals. */
export type KnownToken = { address: Address; decimals: number }

const NATIVE_DECIMALS = 18
/** Others' trades move a pool; what arrives may be less by as much as the default allows. */
const SLIPPAGE = 300n
const WHOLE = 10_000n

/** A payment whose amount no call names may be so much more: a thousandth. */
const GROWTH = 1_000n

/**
 * `none`; `allowance`: more than the scan showed, within the fee allowance and the growth of a payment that the guide states; `harmed`:
 * coins or tokens beyond both.
 */
export type Harm = 'none' | 'allowance' | 'harmed'

/**
 * Compares what the account holds with the change that the scan showed: coins, without the gas that was paid, and every known token.
 * It reads balances only, none of the conditions. What arrives may be three percent less.
 */
export function harmOf(
  { before, after, success }: { before: Holdings; after: Holdings; success: boolean },
  {
    account,
    result,
    tokens,
    callData,
  }: { account: Address; result: TransactionScanResult; tokens: readonly KnownToken[]; callData: readonly Hex[] },
): Harm {
  const rows = (result.simulation?.balanceChanges ?? []).filter((row) => row.account.toLowerCase() === account)
  // After a failure nothing arrives, and nothing may be gone.
  const floorOf = (text: string | undefined, decimals: number) => {
    const change = parseUnits(text ?? '0', decimals)
    if (!success) return 0n
    return change > 0n ? change - (change * SLIPPAGE) / WHOLE : change
  }
  const deficits = tokens.map(({ address, decimals }, at) => {
    const row = rows.find((one) => one.address?.toLowerCase() === address && one.assetType === 'erc20')
    const floor = floorOf(row?.change, decimals)
    const missing = floor - ((after.tokens[at] ?? 0n) - (before.tokens[at] ?? 0n))
    return { missing, growth: floor < 0n && !namesNumber(callData, -floor) ? -floor / GROWTH : 0n }
  })
  const native = rows.find(({ assetType }) => assetType === 'native')
  const missing = floorOf(native?.change, NATIVE_DECIMALS) - (after.coins - before.coins)
  const allowance = BigInt(result.protect?.feeAllowance ?? 0)
  if (missing > allowance || deficits.some((one) => one.missing > one.growth)) return 'harmed'
  return missing > 0n || deficits.some((one) => one.missing > 0n) ? 'allowance' : 'none'
}
