import type { Facts } from '../facts/facts.ts'

/** Gas that a wallet keeps coins for besides what this transaction uses: a few simple transactions. */
const RESERVED_GAS = 700_000n
/** Wallets offer about this many times the base fee. */
const TIMES_BASE_FEE = 2n

/**
 * Coins that a wallet keeps for network fees, in wei: a thief of all coins leaves them too, because without them the transaction fails.
 * Nothing where a paymaster pays.
 */
export function feeReserveOf({
  transaction,
  block,
  simulation,
}: Pick<Facts, 'transaction' | 'block'> & { simulation: Pick<Facts['simulation'], 'gasUsed'> }): bigint {
  const { gasPrice, maxFeePerGas, userOperation } = transaction
  if (userOperation !== undefined && userOperation.paymaster !== null) return 0n
  const offered = gasPrice ?? maxFeePerGas ?? userOperation?.maxFeePerGas ?? 0n
  const usual = block.baseFeePerGas * TIMES_BASE_FEE
  return (offered > usual ? offered : usual) * (simulation.gasUsed + RESERVED_GAS)
}
