import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'

/**
 * A result that the budget or the engine cut short may lack findings: those found count, and none found is no answer, except
 * for a well-known contract.
 */
export function partOf<Value>(
  value: Value,
  { cut, failure = null }: { cut: readonly string[]; failure?: Error | null | undefined },
  subject: Account,
): Value | Incomplete<Value> {
  if (cut.length === 0 && failure === null) return value
  const message = failure?.message ?? `the budget ended before: ${cut.join(', ')}`
  return new Incomplete(value, {
    reason: failure === null ? 'late' : 'failed',
    message: message.slice(0, 200),
    root: 'privilegesBudget',
    error: failure,
    ...(isNamed(subject) && { decisive: false as const }),
  })
}
