import type { Account } from '../facts/account.ts'
import { standingOf } from '../standing.ts'
import { nameAccount } from './nameAccount.ts'

/** `0x57A2…0000, a contract that nobody we know has named,`; a Safe is named by what it is, and still nobody's we know. */
export function nameStranger(account: Account): string {
  const what = standingOf(account) === 'person' ? 'somebody’s wallet' : 'a contract that nobody we know has named'
  return `${nameAccount(account.address, account)}, ${what},`
}
