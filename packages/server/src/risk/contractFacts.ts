import type { Account, AccountKind, Address, Hex, Label, TokenMetadata } from './facts.ts'

// What can be known of a contract beyond its account. Amounts in base units, shares in percent of 100, times in Unix seconds.

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

/** One attempt to trade a token, really executed. Taxes in percent, null when that step was not reached. */
export type TradeRun = {
  /** `fresh`: a new account buys, transfers a part and sells the rest. `holder`: a real holder sells what it has. */
  scenario: 'fresh' | 'small' | 'large' | 'next-block' | 'day-later' | 'after-buys' | 'holder'
  account: Address
  /** Null when everything went through. */
  failed: { step: 'buy' | 'transfer' | 'approve' | 'sell'; reason: string | null } | null
  buyTax: number | null
  transferTax: number | null
  sellTax: number | null
  /** Share of what the account kept, in percent, that was gone after it passed on or sold another part. Absent: none. */
  alsoLost?: number
}

/**
 * A sale long after the purchase, at another hour or block, or after many others bought. `moment`: how long after is without a
 * meaning of its own, and what fails then may work later again.
 */
export type LaterSale = {
  kind: 'time' | 'moment' | 'purchases'
  /** Seconds from the purchase to the sale; null: the next block. */
  waitedSeconds: number | null
  /** By others, in between. */
  purchases: number
  failed: TradeRun['failed']
  sellTax: number | null
}

/** Where it was traded. */
export type TradedPool = {
  address: Address
  exchange: string
  style: 'v2' | 'v3'
  quote: { address: Address; symbol: string }
  /** USD on the quote side; null when the quote token has no price. */
  depthUsd: number | null
  /** No pool was found: this one was made inside the simulation with somebody's tokens. */
  made: boolean
}

/** What execution shows of trading a token. */
export type Trade = {
  pool: TradedPool
  runs: TradeRun[]
  /** Empty when it could not be sold within a day either. */
  later: LaterSale[]
  /** Shares of the supply in percent, and seconds; null: no limit found. */
  limits: { mostBuy: number | null; mostSell: number | null; mostHeld: number | null; cooldownSeconds: number | null }
  holders: { sampled: number; failed: number; highestTax: number | null; siphoned: number }
  /** Executions spent, and whether that cut something off. */
  budget: { runs: number; most: number; cut: string[] }
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

/** What executing a contract showed that accounts are about to let spend. `cut`: what was not tried for want of time. */
export type SpenderTrial = {
  spender: Address
  /** Of kind `pull-approved-tokens`. */
  pulls: Capability[]
  /** Who made them, strangers left out. */
  privileged: PrivilegedAccount[]
  cut: string[]
}

/** What executing a token that is bought showed of those who have a say over it. `cut`: what was not tried for want of time. */
export type PurchasePowers = {
  token: Address
  subject: Account
  trade: Trade
  switches: OwnerSwitch[]
  privileged: PrivilegedAccount[]
  cut: string[]
}

/** What explorers and verification services, or the chain itself, say of where a contract comes from. */
export type Provenance = {
  /** Null: no service could be asked, or one that might have it gave no answer. False: none of `asked` has its source. */
  verified: boolean | null
  /** The services that answered. */
  asked: string[]
  /** What was asked and gave no answer, each with why: `Etherscan: over its rate limit`. */
  unavailable: string[]
  /** Sourcify, Etherscan, Blockscout; null when not verified. */
  verifiedBy: string | null
  name: string | null
  compiler: string | null
  abi: readonly unknown[] | null
  /** Sent the transaction that made it. */
  creator: Address | null
  /** The contract that ran the creation, where it was not the creator's own transaction and somebody says so. */
  factory: Address | null
  createdAt: number | null
  /** It existed by then: set when `createdAt` is unknown because nobody keeps state that old. */
  createdBefore: number | null
  creationBlock: bigint | null
  creationTransaction: Hex | null
  /** `ots_getContractCreator`, `code in old state`, or the service's name. */
  creationBy: string | null
}

/** Who holds the token and the liquidity. */
export type Distribution = {
  /** USD in all pools found, quote side. */
  liquidityUsd: number | null
  /** Shares in percent. */
  topHolders: {
    address: Address
    share: number
    kind: 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker'
  }[]
  /** Of the deepest pool: its LP tokens, or the liquidity in range of V3 positions; null when nobody can tell. */
  lpHolders:
    | { address: Address; share: number; kind: 'burned' | 'locker' | 'creator' | 'owner' | 'eoa' | 'contract' }[]
    | null
  /** Holders were sampled from recent logs, or all are known. */
  sampled: boolean
}

/** Something that a verdict needs and that nobody learned. `because` is a clause without a full stop. */
export type Gap = { of: 'trade' | 'powers' | 'bytecode' | 'implementations'; because: string; wanted: boolean }

/** Something that a stranger did with an account through its delegate. Amounts in wei. */
export type DelegateAct = {
  kind: 'forwards-payments' | 'lets-anybody-take'
  /** Null for a plain payment. */
  selector: Hex | null
  signature: string | null
  args: string[]
  caller: Address
  lost: bigint
  tokens: Address[]
  /** Who received it; null when nobody could be told. */
  to: Address | null
}
export type DelegateActs = { acts: DelegateAct[]; tried: number; cut: string[] }

/** The facts of a contract scan, by name. */
export type ContractFacts = {
  /** Null: there is nothing of that kind to analyse. */
  bytecode: Bytecode | null
  proxy: ProxyFact | null
  /** Owners, admins and roles, found by their functions and in storage. */
  privileged: PrivilegedAccount[]
  /** What the contract says of itself as a token; null for what is none. */
  token: TokenMetadata | null
  totalSupply: bigint | null
  trade: Trade | null
  /** What strangers can do with an account whose delegate nobody knows; null for everything else. */
  delegateActs: DelegateActs | null
  switches: OwnerSwitch[]
  capabilities: Capability[]
  /** Derived: executed calls that replaced the code; empty when none was seen to work, for whatever reason. */
  executedUpgrades: Capability[]
  /** Single calls that were shown to stop everybody's trade; derived from `switches`. */
  brakes: PrivilegedCall[]
  provenance: Provenance
  distribution: Distribution | null
  /** The famous token whose symbol or name it carries. */
  imitates: { symbol: string; name: string; address: Address | null; by: 'symbol' | 'name'; exact: boolean } | null
}
