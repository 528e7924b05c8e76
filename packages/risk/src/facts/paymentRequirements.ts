import type { Address } from '../address.ts'

/**
 * What a service asks to be paid, as the caller accepted it: one element of `accepts` of an x402 answer (version 1 or 2).
 * `amount` in base units of `asset`; the most that may be taken under the scheme `upto`.
 */
export type PaymentRequirements = {
  chainId: bigint
  asset: Address
  payTo: Address
  amount: bigint
  /** Seconds in which the payment is to be settled. */
  maxTimeoutSeconds: bigint
}
