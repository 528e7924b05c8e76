import type { Address } from '../address.ts'
import type { Transaction } from '../facts/transaction.ts'

/** The sender, and each genuine Safe whose `execTransaction` is called: its owners' assets are what is at stake then. */
export function derivePrincipals(transaction: Transaction, safes: readonly Address[]): Address[] {
  return [...new Set([transaction.from, ...safes])]
}
