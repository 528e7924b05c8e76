import type { Account } from '../facts/account.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../facts/privileges.ts'
import type { Severity } from '../finding.ts'
import { genuineLabel } from './genuine.ts'

/** Who it takes to make a call: one key, several, a waiting time, other code, or nobody's permission. */
export type CallerClass = 'anybody' | 'eoa' | 'multisig' | 'timelock' | 'contract' | 'burned' | 'unknown'

/** What is behind the caller of a privileged call. A former owner who can still call is one key, whoever it was. */
export function callerClassOf(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): CallerClass {
  if (call.callerRole === 'stranger') return 'anybody'
  return privileged.find(({ address }) => address === call.caller)?.account ?? 'unknown'
}

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * The severity of something that a caller may do. One key, or nobody's permission: as it is. Several keys or a waiting time:
 * two steps lower, at most medium. Other code, whose own rules we have not read: one step lower. A well-known service: at
 * most low, for what it may do is its published design.
 */
export function severityFor(severity: Severity, caller: CallerClass, subject: Account): Severity {
  const lowered = { anybody: 0, eoa: 0, unknown: 0, contract: 1, multisig: 2, timelock: 2, burned: 4 }[caller]
  const known = genuineLabel(subject) === null ? 0 : WORST_FIRST.indexOf('low')
  const at = Math.min(Math.max(WORST_FIRST.indexOf(severity) + lowered, known), WORST_FIRST.length - 1)
  return WORST_FIRST[at] ?? 'info'
}
