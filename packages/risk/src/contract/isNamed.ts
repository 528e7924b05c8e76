import type { Account } from '../facts/account.ts'
import { trustOf } from '../trust.ts'
import { genuineLabel } from './genuine.ts'

/**
 * Whether a trusted source says what the contract is: a well-known service, or a pool or wallet that its code proves. Rules about
 * strangers (new, unverified, no market) do not apply to it.
 */
export function isNamed(subject: Account): boolean {
  if (genuineLabel(subject) !== null) return true
  if (trustOf(subject) === 'flagged') return false
  return subject.labels.some(({ category, confidence }) => category === 'pool' && confidence !== 'low')
}
