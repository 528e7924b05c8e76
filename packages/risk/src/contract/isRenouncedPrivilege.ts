import type { PrivilegedAccount } from '../facts/privileges.ts'
import type { Trade } from '../facts/trade.ts'

/** Suffix of a privilege's name in `privileged` when no account holds it and the contract's log shows no renouncement. */
export const NEVER_LOGGED = 'no log of giving it up'

/**
 * Whether a privilege was renounced. A contract that was never initialised also answers zero: the logic of a proxy, whose owner
 * is the next caller of its initialiser. A token that trades was initialised, whatever it logs.
 */
export function isRenouncedPrivilege({ account, by }: PrivilegedAccount, trade: Trade | null | undefined): boolean {
  return account === 'burned' && (!by.includes(NEVER_LOGGED) || (trade !== null && trade !== undefined))
}
