import type { Address, DecodedCall, Transaction } from '../facts.ts'
import { SELECTORS } from '../selectors.ts'

/** The sender, and each Safe whose `execTransaction` is called: its owners' assets are what is at stake then. */
export function derivePrincipals(transaction: Transaction, steps: readonly DecodedCall[]): Address[] {
  const safes = steps.flatMap(({ selector, to }) => (selector === SELECTORS.execTransaction && to ? [to] : []))
  return [...new Set([transaction.from, ...safes])]
}
