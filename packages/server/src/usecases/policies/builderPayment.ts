import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'

/** Times the base fee from which a price of gas is no fee any more, and the least worth counting, in wei: as `excessive-gas-price`. */
const TIMES_BASE_FEE = 20n
const MIN_FEE = 10n ** 16n
/** Gas for the bundler beside what is executed (ERC-4337); it is paid whatever is used. */
const MAX_PRE_VERIFICATION = 1_000_000n

/**
 * Wei that a transaction pays to the block's builder, or a user operation to its bundler, far beyond what its gas costs: who includes it
 * may be who made the wallet sign it. 0 for a network fee.
 */
export function builderPaymentOf(
  transaction: Transaction,
  { block, simulation }: Partial<Pick<Facts, 'block' | 'simulation'>>,
): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas = 0n, userOperation } = transaction
  const highest = gasPrice ?? maxFeePerGas
  if (highest === undefined || block === undefined || (userOperation && userOperation.paymaster !== null)) return 0n
  const tipped = block.baseFeePerGas + maxPriorityFeePerGas
  const price = gasPrice === undefined && tipped < highest ? tipped : highest
  const { callGasLimit = 0n, verificationGasLimit = 0n, preVerificationGas = 0n } = userOperation ?? {}
  const gas = userOperation
    ? (callGasLimit ?? 0n) + (verificationGasLimit ?? 0n) + (preVerificationGas ?? 0n)
    : (transaction.gas ?? simulation?.gasUsed ?? 0n)
  const isPaid = price >= block.baseFeePerGas * TIMES_BASE_FEE || (preVerificationGas ?? 0n) > MAX_PRE_VERIFICATION
  return isPaid && gas * price >= MIN_FEE ? gas * price : 0n
}
