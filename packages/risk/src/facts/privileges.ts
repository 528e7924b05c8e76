import type { Address, Hex } from '../address.ts'
import type { AccountKind, Label } from './account.ts'

// Privileges of accounts, and what executing them showed. Taxes in percent, times in Unix seconds.

/** How a contract delegates calls to other code, and which account may change that code. */
export type ProxyFact = {
  kind: 'eip1967' | 'eip1822' | 'eip897' | 'eip1167' | 'eip7702' | 'beacon' | 'diamond' | 'safe' | 'slot'
  /** More than one only for a diamond. */
  implementations: Address[]
  beacon: Address | null
  /** Account that may change the implementation; null when none may, or unknown (`upgradeable` tells which). */
  admin: PrivilegedAccount | null
  upgradeable: boolean | null
}

/** An account with privileges, and the evidence for them. */
export type PrivilegedAccount = {
  address: Address
  /** `owner()`, `DEFAULT_ADMIN_ROLE`, `EIP-1967 admin slot`, `storage slot 0x…`. */
  by: string
  /** `eoa` includes delegated ones; `timelock` answers `getMinDelay()` or `delay()`; `governor` acts by votes, and no key that was tried makes it act. */
  account: 'eoa' | 'multisig' | 'timelock' | 'governor' | 'contract' | 'burned'
  kind: AccountKind | null
  labels: Label[]
  /** A contract: the private key that alone makes it call anything at once, found by executing it. Absent: none was found. */
  commandedBy?: Address
  /**
   * Seconds that pass before it acts: the delay of a timelock, the vote of a governor and the delay behind it. As stated, or less where execution
   * showed less. Absent: not known.
   */
  delaySeconds?: number
  /** A multisig: how many of its owners have to sign, or to agree by calls, as executed where it is no Safe. Absent: not known. */
  threshold?: { needed: number; owners: number }
  /** The standard's call that replaces code was refused to it when executed. Absent: it was not, or was not tried. */
  refusedUpgrade?: RefusedUpgrade
}

/** `afterSeconds`: how long after an announcement by the same account it works, as executed; null: no way was found. `announced`: that logs an event. */
export type RefusedUpgrade = { afterSeconds: number | null; announced: boolean }

/** A call that was made, with its caller, in a form a person can repeat. */
export type PrivilegedCall = {
  caller: Address
  /** Privilege of the caller. */
  callerRole: 'owner' | 'role' | 'proxy-admin' | 'former-owner' | 'stranger'
  /** The called contract when it is not the subject: one that the subject obeys. */
  to?: Address
  selector: Hex
  signature: string | null
  args: string[]
  /** The same caller’s call before it, without which it fails. */
  first?: PrivilegedCall
}

/** How trading changes after one or two calls by accounts that may make them. */
export type OwnerSwitch = {
  calls: PrivilegedCall[]
  effect: 'stops-sales' | 'stops-transfers' | 'raises-tax' | 'siphons'
  /** Before and after; null: that step fails. */
  before: { buyTax: number | null; transferTax: number | null; sellTax: number | null }
  after: { buyTax: number | null; transferTax: number | null; sellTax: number | null; reason: string | null }
  /** Accounts it affects: all, or only the account named in the call. */
  hits: 'all-holders' | 'named-account'
  /** Seconds from the first call to the harm, where time has to pass; `announced`: that call logs an event. */
  delay?: { seconds: number; announced: boolean }
  /** For `stops-transfers`: the caller, or the contract's creator, could still sell (for a collection: approve). */
  callerExempt?: boolean
  /**
   * For `stops-transfers` of a collection whose items cannot be sent now. `opensAfter`: seconds until they could be without the call, after
   * which they still cannot; null: only the call frees them.
   */
  locked?: { opensAfter: number | null }
}

/** Something the contract can do, confirmed in simulation. */
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
    /** Moves an asset that the contract works with; whether it is owed to users was not shown. */
    | 'withdraw-working-assets'
    | 'upgrade'
    | 'selfdestruct'
    | 'settable-delegate'
    /** Moves tokens of an account that only approved the contract, to a receiver that the caller chooses. */
    | 'pull-approved-tokens'
    /** Its signer was not set, and a signature that recovers to no account moves what the contract holds or is approved for. */
    | 'forged-signature'
    /** Native coin from any sender is forwarded or kept, with nothing recorded in return. */
    | 'keep-received-value'
  call: PrivilegedCall
  /** `effective`: it works now for the caller. `potential`: the call succeeded with no visible effect. */
  state: 'effective' | 'potential'
  /** One checkable sentence: `balanceOf(0x…) 0 → 10^24`. */
  shown: string
  /** Seconds from the block until other code runs in the contract's place by itself, which allows it. Absent: it works now. */
  after?: number
  /** `after` is the end of a waiting period of the call itself, at the latest. Absent: other code comes. */
  waits?: true
  /** For a mint: the caller paid for it in the same call, in coin or in an underlying token (WETH, vault shares). */
  backed?: boolean
  /** For a mint: numbers of the call overflowed, so that what it took for the tokens was nothing, or less than nothing. */
  overflows?: true
  /** For a withdrawal of working assets: a newcomer's deposit was still paid back after it. */
  leavesDeposits?: true
  /** For a withdrawal: what leaves comes neither to the caller nor to an account that the call names. */
  paidElsewhere?: true
  /** For the account of an item (ERC-6551): it works after the item's owner sent the item to another account. */
  afterSale?: true
  /** For such a withdrawal: the account that it pays, which neither code nor a storage word that it reads shows. */
  hiddenPayee?: Address
  /** For a mint: proceeds of selling its tokens, in percent of the pool's other side. */
  drains?: number
  /**
   * For a mint that any account may trigger: the code fixes the receivers and amounts, and only time makes more. Percent of the
   * supply per day.
   */
  emission?: number
  /** For a mint by a privileged account: percent of the supply that the code lets it mint in a day at most, as executed, where that is little. */
  boundADay?: number
  /** For a mint: the supply tells it, and a transfer from nothing is logged. */
  isLogged?: true
  /** For received coin: nothing can ever leave the contract (`none`), or several accounts divide it; else one account takes it. */
  paidTo?: 'none' | 'several'
  /** For a pull of approved tokens: it makes a payment again that its payer signed for once. */
  repeats?: true
  /** For a pull of approved tokens: it raises the payments to which a holder’s own earlier call agreed. */
  raises?: true
  /** For a mint of items: with so many of them it was refused, and with those that exist it was not. */
  limit?: bigint
  /** For a mint: the supply cap that the contract states, and that the mint exceeded. */
  beyond?: bigint
}
