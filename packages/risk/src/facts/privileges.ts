import type { Address, Hex } from '../facts.ts'
import type { AccountKind, Label } from './account.ts'

// Who may do what others may not, and what executing it showed. Taxes in percent, times in Unix seconds.

/** How a contract hands calls on to code elsewhere, and who may change that. */
export type ProxyFact = {
  kind: 'eip1967' | 'eip1822' | 'eip897' | 'eip1167' | 'eip7702' | 'beacon' | 'diamond' | 'safe' | 'slot'
  /** More than one only for a diamond. */
  implementations: Address[]
  beacon: Address | null
  /** Who may change the implementation; null when nobody, or unknown (`upgradeable` tells which). */
  admin: PrivilegedAccount | null
  upgradeable: boolean | null
}

/** Somebody who may do what others may not, and how that is known. */
export type PrivilegedAccount = {
  address: Address
  /** `owner()`, `DEFAULT_ADMIN_ROLE`, `EIP-1967 admin slot`, `storage slot 0x…`. */
  by: string
  /** `eoa` includes delegated ones; `timelock` answers `getMinDelay()` or `delay()`. */
  account: 'eoa' | 'multisig' | 'timelock' | 'contract' | 'burned'
  kind: AccountKind | null
  labels: Label[]
}

/** A call that was made, by whom, in a form a person can repeat. */
export type PrivilegedCall = {
  caller: Address
  /** What makes the caller more than a stranger. */
  callerRole: 'owner' | 'role' | 'proxy-admin' | 'former-owner' | 'stranger'
  /** The contract that is called, where it is not the subject: one that it obeys. */
  to?: Address
  selector: Hex
  signature: string | null
  args: string[]
}

/** What trading becomes after one or two calls by who may make them. */
export type OwnerSwitch = {
  calls: PrivilegedCall[]
  effect: 'stops-sales' | 'stops-transfers' | 'raises-tax' | 'siphons'
  /** Before and after; null: that step fails. */
  before: { buyTax: number | null; transferTax: number | null; sellTax: number | null }
  after: { buyTax: number | null; transferTax: number | null; sellTax: number | null; reason: string | null }
  /** Whom it hits: everybody, or only an account named in the call. */
  hits: 'everybody' | 'named-account'
  /** Seconds from the first call to the harm, where time has to pass; `announced`: that call logs an event. */
  delay?: { seconds: number; announced: boolean }
  /** `stops-transfers`: whoever calls, or made the contract, was seen to go on selling (of a collection: approving). */
  callerExempt?: boolean
}

/** Something the contract can do, confirmed by executing it. */
export type Capability = {
  kind:
    | 'mint'
    | 'burn-from-others'
    | 'balance-write'
    | 'pause'
    | 'blacklist'
    | 'whitelist'
    | 'tax-change'
    | 'limit-change'
    | 'take-back'
    | 'hidden-owner'
    | 'withdraw-others-funds'
    | 'foreign-token-rescue'
    | 'upgrade'
    | 'selfdestruct'
    | 'settable-delegate'
    /** Moves tokens of an account that only approved the contract, to whom the caller says. */
    | 'pull-approved-tokens'
    /** Native coin that anybody sends is forwarded or kept, with nothing recorded in return. */
    | 'keep-received-value'
  call: PrivilegedCall
  /** `effective`: it works now for the caller. `potential`: the call was accepted, and did nothing that showed then. */
  state: 'effective' | 'potential'
  /** One checkable sentence: `balanceOf(0x…) 0 → 10^24`. */
  shown: string
  /** A mint that the caller paid for in the same call, in coin or in an underlying token (WETH, vault shares): not out of nothing. */
  backed?: boolean
  /** A mint: what its tokens bought when they were sold, in percent of the pool's other side. */
  drains?: number
  /**
   * A mint that anybody may set off: who gets how much is fixed in the code, and only time makes more. Percent of the supply a day.
   */
  emission?: number
  /** A mint: the limit of the supply that the contract tells, and that it went beyond. */
  beyond?: bigint
}
