import type { Address, Hex } from '../address.ts'

// Facts that code shows without running.

/** One function of a contract's dispatcher, recovered from its code. */
export type ContractFunction = {
  selector: Hex
  /** `transfer(address,uint256)`: by the verified ABI, else by an index when the recovered arguments agree; else null. */
  signature: string | null
  /** Recovered argument types, `address,uint256`. */
  arguments: string
  mutability: 'pure' | 'view' | 'payable' | 'nonpayable'
  /** Storage slots (base slots of mappings) that it reads and writes; empty when the analysis found none or failed. */
  reads: Hex[]
  writes: Hex[]
  /** It writes to slots that the analysis could not locate, or was not followed to its end: `writes` lacks some. Absent: all are known. */
  writesElsewhere?: true
  /** No path succeeds without comparing the caller with a stored or fixed account: probably restricted. */
  gated: boolean
  /** The slots that the caller is compared with; empty when not gated, or gated by an account fixed in the code. */
  gatedBy: Hex[]
  /**
   * By slot of `gatedBy`, where an account stands in the word: its lowest bit, as the code takes it out. Absent, or a slot that is missing: the
   * code does not show it.
   */
  gateBits?: Record<Hex, number>
  /**
   * Mappings in which it only ever stores, under its caller, an account that the call names: a caller's choice, as of a delegate for votes.
   * Absent: none.
   */
  nominates?: Hex[]
  /** Its effects on entries of the balances mapping. */
  balanceWrites: BalanceWrite[]
  /** Selectors of functions that it calls in other contracts. */
  asks: Hex[]
  /** It can send native coin. */
  sendsNative: boolean
  /** Values that its branches compare the call with. Absent: none found. */
  compared?: ComparedValues
  /** It can send coins to its caller, or to an account that the call names. Absent: no path was seen. */
  paysCaller?: true
  /** It can call its caller, or an account that the call names, other than as a token. Absent: no path was seen. */
  callsBack?: true
  /** A condition compares the coins that are sent along. Absent: none was seen. */
  priced?: true
}

/**
 * Constants of the code that arguments (as words) and the sent coin (wei) are compared with, and whether a hash of call data is
 * compared: its preimage cannot be found. `fixedHash`: with one that stands in the code.
 */
export type ComparedValues = { words: Hex[]; wei: bigint[]; hashes: boolean; fixedHash?: true }

/** `sets`: the new balance does not depend on the old. `gated`: only a caller that passes a gate reaches it. */
export type BalanceWrite = {
  does: 'adds' | 'subtracts' | 'sets'
  of: 'caller' | 'argument' | 'other'
  gated: boolean
}

/** One condition of a transfer. */
export type TransferCondition = {
  /**
   * `account`: a party is a stored or fixed account; `list`: a mapping's entry for it; `flag`: a word; `limit`: a word against
   * the amount.
   */
  about: 'account' | 'list' | 'flag' | 'limit' | 'time'
  slot: Hex | null
  /** `account`: the fixed account. */
  fixed: Address | null
  of: 'sender' | 'recipient' | 'caller' | 'origin' | null
  /** The transfer fails unless this holds; otherwise it only takes another path. */
  demanded: boolean
  /** `list`, `flag`, `account`, when demanded: the required value; null when unknown. */
  needs: boolean | null
}

/** Effects of `transfer` and `transferFrom` besides moving a balance. */
export type TransferPath = {
  conditions: TransferCondition[]
  /** Words, and mappings of rates per account, that an amount is multiplied by: taxes, rates of rebasing. */
  scaledBy: Hex[]
  /** Calls to other contracts, by the source of their address. */
  calls: { kind: 'call' | 'staticcall' | 'delegatecall'; to: 'stored' | 'fixed' | 'other'; slot: Hex | null }[]
}

/** Base slots of a token's important storage. Null or empty: not located. */
export type LocatedSlots = {
  balances: Hex | null
  allowances: Hex | null
  totalSupply: Hex | null
  owner: Hex[]
  /** Read on the path of `transfer` besides the ones above: single words (switches, taxes, limits) and mappings (lists). */
  transferWords: Hex[]
  transferMappings: Hex[]
}

/** Facts that the code shows without running; those of the implementation where the contract is a proxy. */
export type Bytecode = {
  /** Account whose code was read: the contract itself, or its implementation. */
  address: Address
  size: number
  functions: ContractFunction[]
  slots: LocatedSlots
  /** Null when it has no `transfer`. */
  transferPath: TransferPath | null
  /** Reachable opcodes that allow more than the functions say. */
  opcodes: {
    selfdestruct: boolean
    delegatecall: boolean
    callcode: boolean
    create: boolean
    create2: boolean
    origin: boolean
  }
  /** keccak256 of the opcodes without their operands, jump tables and metadata: equal for copies with other constants. */
  skeleton: Hex
  /** `0.8.24` from the metadata, else null. */
  compiler: string | null
  /** Content hash of the sources in the metadata, as written there (`ipfs://…`, `bzzr1://…`). */
  sourceHash: string | null
  /** The standard whose own selectors its functions match. */
  standard: 'erc20' | 'erc721' | 'erc1155' | null
  /** Accounts of the code that it calls without coins, and never compares with the caller. Absent: none. */
  callees?: Address[]
  /**
   * Each payment of coins, by any function or none, goes to an account fixed in the code or in one of these words of storage, and no other code runs
   * in its place. Absent: a payment may go to another account, or the code was not read to its end.
   */
  payees?: Hex[]
  /** Code of a compiler before 0.4 without CALLVALUE: no function asks for coins, and none refuses them. Absent: not so. */
  takesAnyPayment?: true
  /** False when the analysis hit its time limit: parts may be missing. */
  complete: boolean
}
