import type { Account } from '../facts/account.ts'
import { wordOf } from './wordOf.ts'

/** The lists an account is on, as evidence: sanctions first, then what each label says. */
export function listsOf({ labels, sanctionedBy }: Account): string[] {
  return [...sanctionedBy.map((list) => `sanctioned: ${list}`), ...labels.map(wordOf)]
}
