import type { Address } from '../address.ts'
import type { Account } from './account.ts'
import type { GuardedPull, PullCoverage } from './guardedPull.ts'
import type { GuardedTokenPower } from './guardedTokenPower.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount } from './privileges.ts'
import type { Trade } from './trade.ts'

// Results of executing the contracts that a transaction trusts or buys.

/** Results of executing a contract that accounts are about to approve. `cut`: parts that were not tried for lack of time. */
export type SpenderProbe = {
  spender: Address
  /** Of kind `pull-approved-tokens`. */
  pulls: Capability[]
  /** Found with guards lifted: each depends on its guards. */
  guardedPulls: GuardedPull[]
  /** All paths of its code were executed for them. Absent: not known. */
  executedInFull?: boolean
  /** Absent: not known. */
  coverage?: PullCoverage
  /** Privileged callers, strangers left out. */
  privileged: PrivilegedAccount[]
  cut: string[]
}

/** Results of executing a bought token's privileged calls. `cut`: parts that were not tried for lack of time. */
export type PurchasePrivileges = {
  token: Address
  subject: Account
  trade: Trade
  switches: OwnerSwitch[]
  /** Calls by which any account minted tokens and paid nothing for them. */
  freeMints: Capability[]
  /** Powers over its holders, found by running the code with its guards lifted. Absent: not looked for. */
  powers?: GuardedTokenPower[]
  privileged: PrivilegedAccount[]
  cut: string[]
}
