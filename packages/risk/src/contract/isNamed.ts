import type { Account } from '../facts/account.ts'
import { trustOf } from '../trust.ts'
import { genuineLabel } from './genuine.ts'

/**
 * Whether somebody trustworthy says what the contract is: a well-known service, or a pool or wallet whose code proves it. Rules about
 * strangers (new, unverified, no market) have nothing to say of it.
 */
export function isNamed(subject: Account): boolean {
  if (genuineLabel(subject) !== null) return true
  if (trustOf(subject) === 'flagged') return false
  return subject.labels.some(({ category, confidence }) => category === 'pool' && confidence !== 'low')
}
