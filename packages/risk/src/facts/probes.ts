import type { Address } from '../facts.ts'
import type { Account } from './account.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount } from './privileges.ts'
import type { Trade } from './trade.ts'

// What executing the contracts showed that a transaction trusts or buys.

/** What executing a contract showed that accounts are about to let spend. `cut`: what was not tried for want of time. */
export type SpenderProbe = {
  spender: Address
  /** Of kind `pull-approved-tokens`. */
  pulls: Capability[]
  /** Who made them, strangers left out. */
  privileged: PrivilegedAccount[]
  cut: string[]
}

/** What executing a token that is bought showed of those who have a say over it. `cut`: what was not tried for want of time. */
export type PurchasePrivileges = {
  token: Address
  subject: Account
  trade: Trade
  switches: OwnerSwitch[]
  privileged: PrivilegedAccount[]
  cut: string[]
}
