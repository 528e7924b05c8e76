import type { PrivilegedAccount } from './facts/privileges.ts'
import type { Address, Hex, PinnedBlock } from './facts.ts'

// For how long a verdict on a transaction holds, and what it rests on that others can change before it is included.

/** What an account that may write a slot is. `anybody`: no permission is asked for. `unknown`: a gate that could not be read. */
export type WriterClass = PrivilegedAccount['account'] | 'anybody' | 'unknown'

/** A function that writes a slot. `by`: who may call it, as far as could be told. */
export type SlotWriter = {
  selector: Hex
  /** `setTax(uint256)`, or null when no index knows the selector. */
  signature: string | null
  caller: 'anyone' | 'privileged' | 'unknown'
  by: { address: Address; account: WriterClass }[]
}

/**
 * What the transaction does to the sender with another value in the slot. `new-loss`: it takes or permits what it leaves
 * alone now, or takes and gives nothing any more. `worse`: it takes more, or gives less than half. `other`: it fails, or
 * does something else that is not worse.
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
 * A storage slot that the outcome rests on and that somebody other than the sender can change before inclusion: executed
 * with another value in it, the transaction does something else.
 */
export type OpenSlot = {
  contract: Address
  slot: Hex
  /** `owner`, `0x…[0x…]` for an entry of a mapping; null when it has no name. */
  role: string | null
  value: Hex
  writers: SlotWriter[]
  flip: { value: Hex; effect: FlipEffect }
  /** The write itself was executed and made it worse. Null: no call that was tried did. */
  executed: ExecutedWrite | null
  /** No writer that could be called makes it worse: what it may write is bounded. */
  bounded: boolean
  /**
   * Who last wrote it, as far back as was looked; null when it did not change in that time or older state is not kept.
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
 * An account whose balance or code decides what the transaction takes: with another it takes what it leaves alone now, or gives
 * less than half for one wei more. Coins can be sent to any account.
 */
export type OpenAccount = {
  account: Address
  reads: 'balance' | 'code'
  /** Wei in decimals, or code as far as an account without any, or a delegated one, has it. */
  value: string
  flip: { value: string; effect: 'new-loss' | 'worse' }
  /** Who can bring it about: `anybody` by sending coins, `eoa` by its key, `contract` by its rules. */
  writer: Extract<WriterClass, 'anybody' | 'eoa' | 'contract'>
}

/** A contract on the path whose code somebody can change. */
export type UpgradeableCode = {
  proxy: Address
  implementation: Address
  admin: Address | null
  /** Null: not looked up, as of a well-known contract. */
  adminClass: WriterClass | null
  /** A well-known token or protocol. */
  wellKnown: boolean
}

/** For how long a verdict holds: the block it was made at and what it rests on. */
export type Validity = {
  block: PinnedBlock
  /** Slots read whose value decides the outcome, and who else can change them. Most dangerous first. */
  openSlots: OpenSlot[]
  /** Accounts whose balance or code decides the outcome. */
  openAccounts: OpenAccount[]
  upgradeable: UpgradeableCode[]
  /** Contracts where anybody's ordinary trading moves what was read: prices, reserves, totals. */
  market: Address[]
  /** Well-known contracts that were run: what their operators may change was not looked at. */
  onTrust: Address[]
  /** Slots looked at, and how many were left out for the budget. */
  examined: number
  leftOut: number
}
