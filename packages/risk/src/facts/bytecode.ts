import type { Address, Hex } from '../facts.ts'

// What code shows without running it.

/** One function of a contract's dispatcher, recovered from its code. */
export type ContractFunction = {
  selector: Hex
  /** `transfer(address,uint256)`: by the verified ABI, else by an index when the recovered arguments agree; else null. */
  signature: string | null
  /** Recovered argument types, `address,uint256`. */
  arguments: string
  mutability: 'pure' | 'view' | 'payable' | 'nonpayable'
  /** Storage slots (base slots of mappings) that it reads and writes; empty when the analysis could not tell. */
  reads: Hex[]
  writes: Hex[]
  /** No path succeeds without comparing the caller with a stored or fixed account: probably not for everybody. */
  gated: boolean
  /** The slots that it is compared with; empty when not gated, or gated by an account that is fixed in the code. */
  gatedBy: Hex[]
  /** What it does to entries of the balances mapping. */
  balanceWrites: BalanceWrite[]
  /** Selectors of other contracts' functions that it names in order to call them. */
  asks: Hex[]
  /** It can send native coin. */
  sendsNative: boolean
  /** What its branches compare the call with. Absent: nothing that was seen. */
  compared?: ComparedValues
}

/**
 * Constants of the code that arguments (as words) and the coin sent along (wei) are compared with, and whether a hash of what
 * the call brings is: what was hashed cannot be found.
 */
export type ComparedValues = { words: Hex[]; wei: bigint[]; hashes: boolean }

/** `sets`: whatever the balance was. `gated`: only somebody who passes a gate gets there. */
export type BalanceWrite = {
  does: 'adds' | 'subtracts' | 'sets'
  of: 'caller' | 'argument' | 'other'
  gated: boolean
}

/** One thing that the course of a transfer depends on. */
export type TransferCondition = {
  /** `account`: a party is a stored or fixed account; `list`: what a mapping says of it; `flag`: a word; `limit`: a word against the amount. */
  about: 'account' | 'list' | 'flag' | 'limit' | 'time'
  slot: Hex | null
  /** `account`: the fixed one. */
  fixed: Address | null
  of: 'sender' | 'recipient' | 'caller' | 'origin' | null
  /** The transfer fails unless this holds; otherwise it only takes another way. */
  demanded: boolean
  /** `list`, `flag`, `account`, when demanded: what must be so; null when not told. */
  needs: boolean | null
}

/** What `transfer` and `transferFrom` do besides moving a balance. */
export type TransferPath = {
  conditions: TransferCondition[]
  /** Words, and mappings of a rate for each account, that an amount is multiplied by: taxes, rates of rebasing. */
  scaledBy: Hex[]
  /** Calls to other contracts, by where their address comes from. */
  calls: { kind: 'call' | 'staticcall' | 'delegatecall'; to: 'stored' | 'fixed' | 'other'; slot: Hex | null }[]
}

/** Where a token keeps what matters, as base slots. Null or empty: not located. */
export type LocatedSlots = {
  balances: Hex | null
  allowances: Hex | null
  totalSupply: Hex | null
  owner: Hex[]
  /** Read on the path of `transfer` besides the ones above: single words (switches, taxes, limits) and mappings (lists). */
  transferWords: Hex[]
  transferMappings: Hex[]
}

/** What the code shows without running it. Of the implementation where the contract is a proxy. */
export type Bytecode = {
  /** Whose code was read: the contract itself, or what it delegates to. */
  address: Address
  size: number
  functions: ContractFunction[]
  slots: LocatedSlots
  /** Null when it has no `transfer`. */
  transferPath: TransferPath | null
  /** Reachable opcodes by which a contract can do what its functions do not say. */
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
  /** Name of a known family with this skeleton. */
  family: string | null
  /** `0.8.24` from the metadata, else null. */
  compiler: string | null
  /** Content hash of the sources in the metadata, as written there (`ipfs://…`, `bzzr1://…`). */
  sourceHash: string | null
  /** What its functions make it, by the standards' own selectors. */
  standard: 'erc20' | 'erc721' | 'erc1155' | null
  /** False when the analysis ran into its time limit: what is missing may be there. */
  complete: boolean
}
