import type { Address, Hex } from '../address.ts'
import type { PinnedBlock } from './pinnedBlock.ts'
import type { PrivilegedAccount } from './privileges.ts'

// How long a verdict on a transaction holds, and the state it rests on that others can change before inclusion.

/** Kind of account that may write a slot. `anyone`: no permission is needed. `unknown`: a gate that could not be read. */
export type WriterClass = PrivilegedAccount['account'] | 'anyone' | 'unknown'

/** A function that writes a slot. `by`: its permitted caller, as far as known. */
export type SlotWriter = {
  selector: Hex
  /** `setTax(uint256)`, or null when no index knows the selector. */
  signature: string | null
  caller: 'anyone' | 'privileged' | 'unknown'
  by: { address: Address; account: WriterClass }[]
}

/**
 * Effect of the transaction on the sender with another value in the slot. `new-loss`: it takes or permits something that it
 * leaves alone now, or takes and no longer gives anything. `worse`: it takes more, or gives less than half. `other`: it fails, or
 * differs without being worse.
 */
export type FlipEffect = 'new-loss' | 'worse' | 'other'

/** A call that was executed in the block before the transaction, which then treated the sender worse. */
export type ExecutedWrite = {
  caller: Address
  account: WriterClass
  selector: Hex
  signature: string | null
  args: string[]
}

/**
 * A storage slot that decides the outcome and that an account other than the sender can change before inclusion: with another
 * value in it, the transaction has another outcome.
 */
export type OpenSlot = {
  contract: Address
  slot: Hex
  /** `owner`, `0x…[0x…]` for an entry of a mapping; null when it has no name. */
  role: string | null
  value: Hex
  writers: SlotWriter[]
  flip: { value: Hex; effect: FlipEffect }
  /** An executed write that made the outcome worse. Null: no executed call did. */
  executed: ExecutedWrite | null
  /** No callable writer makes it worse: its values are bounded. */
  bounded: boolean
  /**
   * The last write, as far back as was searched; null when the slot did not change in that time or older state is not kept.
   * `creation`: by the contract's own creation. `timestamp` in Unix seconds.
   */
  lastWrite: {
    blockNumber: bigint
    timestamp: bigint
    by: Address | null
    transactionHash: Hex | null
    creation: boolean
  } | null
}

/**
 * An account whose balance or code decides the outcome: with another, the transaction takes something that it leaves alone now,
 * or gives less than half for one wei more. Coins can be sent to any account.
 */
export type OpenAccount = {
  account: Address
  reads: 'balance' | 'code'
  /** Wei in decimals, or code as an account without code, or a delegated one, has it. */
  value: string
  flip: { value: string; effect: 'new-loss' | 'worse' }
  /** Account that can cause the change: `anyone` by sending coins, `eoa` by its key, `contract` by its rules. */
  writer: Extract<WriterClass, 'anyone' | 'eoa' | 'contract'>
}

/** A contract on the path whose code can be changed. */
export type UpgradeableCode = {
  proxy: Address
  implementation: Address
  admin: Address | null
  /** Null: not looked up, as for a well-known contract. */
  adminClass: WriterClass | null
  /** A well-known token or protocol. */
  wellKnown: boolean
}

/** How long a verdict holds: its block and the state it rests on. */
export type Validity = {
  block: PinnedBlock
  /** Read slots whose value decides the outcome, with the accounts that can change them. Most dangerous first. */
  openSlots: OpenSlot[]
  /** Accounts whose balance or code decides the outcome. */
  openAccounts: OpenAccount[]
  upgradeable: UpgradeableCode[]
  /** Contracts where ordinary trading of other accounts moves the values read: prices, reserves, totals. */
  market: Address[]
  /** Well-known contracts that ran: changes by their operators were not examined. */
  onTrust: Address[]
  /** Number of slots examined, and number left out for the budget. */
  examined: number
  leftOut: number
}
