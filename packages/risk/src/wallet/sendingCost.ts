import type { PinnedBlock } from '../facts/pinnedBlock.ts'

/** Of one transaction (EIP-7825): networks refuse a higher limit. */
export const MAX_GAS = 2n ** 24n

/**
 * Returns the gas limit, in units of gas, for a transaction to be sent later: a half more than was used, because refunds are paid at the end and
 * state may change until then, and what is needed `beside` that, such as publishing. Never above `MAX_GAS`, also where more is needed.
 */
export function gasLimit(gasUsed: bigint, beside: bigint): bigint {
  const limit = (gasUsed * 3n) / 2n + beside
  return limit < MAX_GAS ? limit : MAX_GAS
}

/**
 * Returns the most that sending may cost, in wei: twice what the network asks now, which may rise until then, and the usual tip.
 * @param gas in units. @param tip wei for a unit of gas. @param published wei beside gas.
 */
export function maxFee(
  { baseFeePerGas }: Pick<PinnedBlock, 'baseFeePerGas'>,
  { gas, published, tip }: { gas: bigint; published: bigint; tip: bigint },
): bigint {
  return gas * (2n * baseFeePerGas + tip) + 2n * published
}
