import { trustOf } from '../accounts/trust.ts'
import type { Account, Label } from '../facts/account.ts'

/**
 * Returns the label that makes a contract a well-known token or protocol, or null. A label that any user may submit (`confidence:
 * low`) proves nothing, and a flag outweighs every name.
 */
export function genuineLabel(subject: Account): Label | null {
  if (trustOf(subject) !== 'known') return null
  return subject.labels.find(({ category, confidence }) => SERVICES.has(category) && confidence !== 'low') ?? null
}

const SERVICES: ReadonlySet<Label['category']> = new Set([
  'token',
  'defi_protocol',
  'bridge',
  'exchange',
  'dao_treasury',
  'nft_marketplace',
])

/**
 * Whether a trusted source says what the contract is: a well-known service, or a pool or wallet that its code proves. Rules about
 * strangers (new, unverified, no market) do not apply to it.
 */
export function isNamed(subject: Account): boolean {
  if (genuineLabel(subject) !== null) return true
  if (trustOf(subject) === 'flagged') return false
  return subject.labels.some(({ category, confidence }) => category === 'pool' && confidence !== 'low')
}
