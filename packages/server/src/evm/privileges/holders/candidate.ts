import type { Address } from '@redoubt/risk/address.ts'
import type { PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'

/** An account that may have privileges. */
export type Candidate = {
  address: Address
  /** Evidence for it: `owner()`, `storage slot 0x…`. */
  by: string
  role: PrivilegedCall['callerRole']
  /** Named by the contract itself, in a public getter. */
  named: boolean
}

/** Evidence for an account that only called the contract, as users do. */
export const CALLER_OF_FUNCTIONS = 'a caller of its functions'
