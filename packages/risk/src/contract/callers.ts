import type { Account } from '../facts/account.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../facts/privileges.ts'
import type { Severity } from '../finding.ts'
import { genuineLabel } from './genuine.ts'

/** Kind of account that can make a call: any account, one key, a multisig, a timelock, other code, a burned account. */
export type CallerClass = 'anybody' | 'eoa' | 'multisig' | 'timelock' | 'contract' | 'burned' | 'unknown'

/** Returns the class of the account behind a privileged call. A former owner that can still call is one key. */
export function callerClassOf(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): CallerClass {
  if (call.callerRole === 'stranger') return 'anybody'
  return privileged.find(({ address }) => address === call.caller)?.account ?? 'unknown'
}

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * Returns the severity of an act by its caller. Any account or one key: unchanged. A multisig or a timelock: two steps lower, at
 * most medium. A contract, whose own rules were not read: one step lower. A well-known service: at most low, because its
 * published design allows the act.
 */
export function severityFor(severity: Severity, caller: CallerClass, subject: Account): Severity {
  const lowered = { anybody: 0, eoa: 0, unknown: 0, contract: 1, multisig: 2, timelock: 2, burned: 4 }[caller]
  const known = genuineLabel(subject) === null ? 0 : WORST_FIRST.indexOf('low')
  const at = Math.min(Math.max(WORST_FIRST.indexOf(severity) + lowered, known), WORST_FIRST.length - 1)
  return WORST_FIRST[at] ?? 'info'
}
