import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { NotProtectable, type ProtectForm } from './protection.ts'

/** The price of gas rises by an eighth a block at most: this many base fees cover eleven full blocks. */
const BASE_FEES = 4n
/** Gas that the calls of an operation, its verification, and what its bundler is paid, each usually take at most. */
const MAX_OPERATION_GAS = 2_000_000n

type Fee = {
  /** Wei that the account may pay for gas while the calls run. */
  allowance: bigint
  /** Wei per gas that it counts with. */
  price: bigint
}

/**
 * Returns what gas may cost. A page writes the price and the limits of a transaction, and whatever the allowance is can be taken: so it never
 * counts with more than the network asks for.
 * @param options.needed gas of the protected calls.
 * @param options.given what the caller allows; null: the default.
 * @throws NotProtectable where the transaction itself would pay more.
 */
export function feeAllowanceOf(
  form: ProtectForm,
  {
    transaction,
    block,
    needed,
    usualTip,
    given,
  }: { transaction: Transaction; block: PinnedBlock; needed: bigint; usualTip: bigint; given: bigint | null },
): { usual: Fee; allowance: bigint } {
  const highest = block.baseFeePerGas * BASE_FEES + usualTip
  const named = transaction.maxFeePerGas ?? transaction.gasPrice ?? highest
  const price = named < highest ? named : highest
  const operation = form.kind === 'user-operation' ? (form.transaction.userOperation ?? null) : null
  const gas = form.kind === 'safe' ? 0n : operation === null ? needed : operationGas(operation, needed)
  const usual = { allowance: gas * price, price }
  if (given !== null) return { usual, allowance: given }
  const paid = operation === null ? paidPrice(transaction, block) : named
  if (gas > 0n && paid > highest)
    throw tooHigh(`The price of ${paid} wei per gas is more than the ${highest} that the network asks for`)
  if (operation !== null && gas > 0n && exceedsUsual(operation))
    throw tooHigh('The gas limits of the operation are more than such an operation takes')
  return { usual, allowance: usual.allowance }
}

/** Wei per gas that the next block would charge. */
function paidPrice({ gasPrice, maxFeePerGas, maxPriorityFeePerGas = 0n }: Transaction, block: PinnedBlock): bigint {
  if (maxFeePerGas === undefined) return gasPrice ?? 0n
  const asked = block.baseFeePerGas + maxPriorityFeePerGas
  return asked < maxFeePerGas ? asked : maxFeePerGas
}

/** Gas that the account pays a bundler for; none with a paymaster. */
function operationGas(
  { paymaster, callGasLimit, verificationGasLimit, preVerificationGas }: UserOperation,
  needed: bigint,
): bigint {
  if (paymaster !== null) return 0n
  const limits = [verificationGasLimit, preVerificationGas].map((limit) => limit ?? MAX_OPERATION_GAS / 2n)
  return limits.reduce(
    (sum, limit) => sum + least(limit, MAX_OPERATION_GAS),
    least(callGasLimit ?? needed, MAX_OPERATION_GAS) + needed,
  )
}

function exceedsUsual({ callGasLimit, verificationGasLimit, preVerificationGas }: UserOperation): boolean {
  return [callGasLimit, verificationGasLimit, preVerificationGas].some((limit) => (limit ?? 0n) > MAX_OPERATION_GAS)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function tooHigh(why: string): NotProtectable {
  return new NotProtectable(
    'fee-too-high',
    `${why}, and what gas may cost can be taken from the account. Lower it, or allow it by options.protectBounds.feeAllowance.`,
  )
}
