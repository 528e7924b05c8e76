import type { Account } from '../facts/account.ts'
import { trustOf } from '../trust.ts'
import { nameAccount } from './nameAccount.ts'

/** Returns `0x57A2…0000, an unknown contract,`; a Safe is named by its kind, though its owner is unknown. */
export function nameStranger(account: Account): string {
  const what = trustOf(account) === 'person' ? 'an unknown person’s wallet' : 'an unknown contract'
  return `${nameAccount(account.address, account)}, ${what},`
}
