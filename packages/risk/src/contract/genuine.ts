import type { Account, Label } from '../facts/account.ts'
import { trustOf } from '../trust.ts'

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
