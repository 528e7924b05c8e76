import type { Address } from '../address.ts'
import type { Simulation } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'

/**
 * Accounts other than the sender that signed for another delegate, or none, in this transaction (EIP-7702), where the execution shows that it
 * took effect: their code as it was before does not run when they are called.
 */
export function replacedCode(transaction: Transaction | null, simulation: Simulation | null): Address[] {
  if (transaction === null || simulation?.outcome !== 'succeeded') return []
  const signers = (transaction.authorizationList ?? []).flatMap(({ authority = transaction.from }) => authority)
  return [...new Set(signers)].filter(
    (one) => one !== transaction.from && simulation.stateDiff[one]?.code !== undefined,
  )
}
