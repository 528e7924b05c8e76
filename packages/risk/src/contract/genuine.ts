import type { Account, Label } from '../facts/account.ts'
import { trustOf } from '../trust.ts'

/**
 * The label by which a contract is a well-known token or protocol; null for everybody else's. Anybody's submission
 * (`confidence: low`) vouches for nothing, and a flag outweighs every name.
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
