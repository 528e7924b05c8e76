import type { Address } from '@redoubt/risk/address.ts'
import type { PaymentCoverage } from '@redoubt/risk/facts/paymentCoverage.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'

/**
 * The coverage with what the search for privileges executed in the same scan: its calls of the contract (or `to`) went through, with other assets than
 * the deposit’s, and what they showed is told by itself.
 */
export function withExecuted(
  { all, seen, unseen }: PaymentCoverage,
  { address, capabilities }: { address: Address; capabilities: readonly Capability[] },
): PaymentCoverage {
  const executed = new Set(
    capabilities.flatMap(({ state, call }) =>
      state === 'effective' ? [`${call.to ?? address} ${call.selector}`] : [],
    ),
  )
  const left = unseen.filter(({ contract, selector }) => !executed.has(`${contract} ${selector}`))
  return { all, seen: seen + unseen.length - left.length, unseen: left }
}
