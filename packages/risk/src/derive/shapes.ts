import type { Address, Hex } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'

// Shapes of the facts that follow from other facts.

/** The receiver of a plain transfer that the transaction names. `asset` null is the native coin; amounts in base units. */
export type Payee = {
  address: Address
  asset: Address | null
  /** Token id for ERC-721 and ERC-1155 (`amount` is then 1 or the count). */
  tokenId: bigint | null
  amount: bigint
}

/** A permission that the transaction newly gives or enlarges, with its spender's account. */
export type Grant = Omit<ApprovalChange, 'before'> & {
  /** Null when only the call data shows it. */
  before: bigint | null
  /** Executed, or merely asked for by the call data (not simulated, or the simulation failed). */
  shownBy: 'simulation' | 'call-data'
  spenderAccount: Account
  /** The owner's balance at the block; read only for bounded approvals to unknown contracts, null when not known. */
  balance: bigint | null
  /** Of a bundle that ends early: a later call of the bundle has the spender take all of it. */
  spentLater?: true
}

/** One asset that leaves or reaches the principals. Amounts positive, in base units. */
export type Movement = {
  account: Address
  assetType: BalanceChange['assetType']
  address: Address | null
  tokenId: bigint | null
  symbol: string | null
  decimals: number | null
  amount: bigint
  /** Holding before; null when it could not be read. */
  before: bigint | null
  /** USD value of the amount; null when no price is known, and for what arrives also when only a pool prices it. */
  usd: number | null
  /** USD value of what arrives where only a pool prices it. */
  poolUsd?: number
  /**
   * `sent`: a plain transfer the sender asked for. `paid`: the call names the asset (value, path, argument).
   * `taken`: it leaves although nothing in the call names it. Incoming assets are `received`.
   */
  how: 'sent' | 'paid' | 'taken' | 'received'
  /** Accounts that gain the same asset in the same transaction, largest gain first; empty for incoming assets. */
  takers: Address[]
}
/**
 * An asset that leaves, with what its owner gets back for everything given. `unpriced`: only assets without a price, which any
 * contract can print. `nothing`: nothing, or dust.
 */
export type Loss = Movement & {
  returned: 'value' | 'unpriced' | 'nothing'
  /** Of what is `unpriced`: pools price it about as high as what was given. */
  pooled?: true
  /** The contracts that keep it for its taker, who can withdraw it: a deposit for another account is a payment to it. */
  through?: Address[]
}
/** What a contract keeps for its owner, and pays to others. `before` of the loss is null where the record counts something else. */
export type SpentPosition = {
  contract: Address
  loss: Loss
  /** Share of the record that goes, in percent. */
  percent: number
}
export type Movements = { lost: Loss[]; gained: Movement[] }

/** A call by a principal, or by the entry point to the paymaster, with the balance changes of that call alone. */
export type ExecutedStep = {
  from: Address
  /** Null for a creation. */
  to: Address | null
  value: bigint
  data: Hex
  byPaymaster: boolean
  /** Of every account; `before` and `after` are those of the whole execution. */
  changes: BalanceChange[]
}

/** Assets that a paymaster takes, each summed over all calls, and the network fee that it pays instead. */
export type PaymasterCharge = {
  /** Positive amounts; `usd` null without a price. */
  taken: Pick<Movement, 'assetType' | 'address' | 'tokenId' | 'symbol' | 'decimals' | 'amount' | 'before' | 'usd'>[]
  /** USD that the operation costs about; null without a price of the native coin. */
  costUsd: number | null
}

/** One call of several, or several that settle one exchange, as a transaction of its own. */
export type Part = {
  transaction: Transaction
  recipient: Account | null
  decodedCall: DecodedCall
  decodedSteps: DecodedCall[]
  payees: Payee[]
  balanceChanges: BalanceChange[]
  movements: Movements
}

/** Control over a contract or account that passes to another account, seen in executed logs or asked for by the call data. */
export type PrivilegeChange = {
  kind:
    | 'owner'
    | 'admin'
    | 'implementation'
    | 'role'
    | 'safe-owner'
    | 'safe-threshold'
    | 'safe-module'
    | 'safe-guard'
    | 'safe-fallback-handler'
  /** The contract that changes hands. */
  contract: Address
  from: Address | null
  to: Address | null
  shownBy: 'simulation' | 'call-data'
  /** A transaction of the sender that waits before this one will create the contract. */
  waiting?: true
  /** The call that asks for it reverts in every environment: the control does not change. */
  fails?: true
}

/** An ERC-20 `transferFrom` of a principal's tokens, with the holder's balance and allowance at the block. */
export type TokenPull = {
  token: Address
  holder: Address
  /** Caller of `transferFrom`, whose allowance counts. */
  spender: Address
  to: Address
  amount: bigint
  /** Null when the token does not answer `balanceOf` or `allowance`. */
  balance: bigint | null
  allowance: bigint | null
  /** EVM error of the frame; null when the pull itself went through. */
  error: string | null
  revertReason: string | null
  /** The token (or code it calls) failed, not a caller above it. */
  failedInside: boolean
}
