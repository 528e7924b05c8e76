import type { PrivilegedAccount } from '../facts/privileges.ts'
import type { Trade } from '../facts/trade.ts'

/** What `privileged` adds to the name of an office that nobody holds where the contract's log knows of nobody giving it up. */
export const NEVER_LOGGED = 'no log of giving it up'

/**
 * Whether somebody gave an office up. Zero is also what a contract says that was never set up: a proxy's logic, whose owner is the next
 * who comes. A token that trades was set up, whatever it logs.
 */
export function isRenouncedPrivilege({ account, by }: PrivilegedAccount, trade: Trade | null | undefined): boolean {
  return account === 'burned' && (!by.includes(NEVER_LOGGED) || (trade !== null && trade !== undefined))
}
