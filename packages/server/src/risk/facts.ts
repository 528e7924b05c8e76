import type { Chain } from './chain.ts'
import type { ContractFacts, Gap } from './contractFacts.ts'
import type { Grant, Movements, Payee, PrivilegeChange, TokenPull } from './derive/shapes.ts'
import type { Simulation } from './execution.ts'

export type { Grant, Loss, Movement, Movements, Payee, PrivilegeChange, TokenPull } from './derive/shapes.ts'
export type { CallFrame, Log, Simulation, SimulationEnvironment, StateDiff } from './execution.ts'

/** 0x-prefixed hexadecimal text. */
export type Hex = `0x${string}`
/** A 20-byte address. Inside the program addresses are lower case unless a field says EIP-55. */
export type Address = `0x${string}`

/** The block that every fact of one scan is read at. */
export type PinnedBlock = {
  chain: Chain
  number: bigint
  hash: Hex
  /** Unix seconds. */
  timestamp: bigint
  baseFeePerGas: bigint
  gasLimit: bigint
  coinbase: Address
  prevRandao: Hex
  /** Gas the block used, for the next block's base fee (EIP-1559); unknown for hand-made pins. */
  gasUsed?: bigint
}

/** One entry of an EIP-2930 access list. */
export type AccessListEntry = { address: Address; storageKeys: Hex[] }

/** One EIP-7702 authorisation as a wallet passes it (signature optional: a wallet asks before it signs). */
export type Authorization = {
  chainId: number
  address: Address
  nonce: bigint
  yParity?: number
  r?: Hex
  s?: Hex
  /** Whose signature it carries; absent when unsigned, and then the sender is asked for it. */
  authority?: Address
}

/** The transaction under judgement. Amounts in wei. `to` is null for a contract creation. */
export type Transaction = {
  from: Address
  to: Address | null
  value: bigint
  data: Hex
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: bigint
  accessList?: AccessListEntry[]
  authorizationList?: Authorization[]
}

/** How the caller spelled an address and whether a mixed-case spelling fails its EIP-55 checksum. */
export type AddressSpelling = {
  member: 'from' | 'to' | 'address'
  spelled: string
  checksummed: string
  checksumFailed: boolean
}

/** An EIP-7702 delegated account has code and is still a person: a union, never a boolean. */
export type AccountClass = 'eoa' | 'delegated-eoa' | 'contract' | 'precompile'

/** A label with where it came from. `category` uses the contract's words. */
export type Label = {
  name: string
  category:
    | 'exchange'
    | 'defi_protocol'
    | 'whale'
    | 'smart_money'
    | 'mev_bot'
    | 'hacker'
    | 'scammer'
    | 'mixer'
    | 'bridge'
    | 'multisig'
    | 'dao_treasury'
    | 'nft_marketplace'
    | 'token'
    /** Runs arbitrary calls for anybody: its name is known, and what passes through it is a stranger's choice. */
    | 'relay'
    /** Two tokens that anybody may trade: its code is a known exchange's, and the tokens in it may be anybody's. */
    | 'pool'
  source: string
  /** How far the source may be trusted: `high` for an authority or the chain itself, `low` for anybody's submission. */
  confidence: 'high' | 'medium' | 'low'
  /** Present when a loaded list or an operator says so, whose words are quoted: since when here, ISO date, null when unknown. */
  listed?: { since: string | null }
}

/** Untrusted on-chain text, already cleaned and bounded. */
export type TokenMetadata = {
  standard: 'erc20' | 'erc721' | 'erc1155'
  symbol: string | null
  name: string | null
  decimals: number | null
}

/**
 * What a contract account is built as, where its own code proves it: a stranger can neither write such code and mean
 * something else by it, nor claim it by answering calls. `safe` and `smart-account` are wallets that keys move.
 */
export type AccountKind =
  | { type: 'safe'; version: string; singleton: Address }
  /** ERC-4337 account; `name` of the product whose implementation it runs. */
  | { type: 'smart-account'; name: string; implementation: Address }
  /** EIP-1167: runs the implementation for ever. */
  | { type: 'clone'; implementation: Address }
  /** EIP-1967: what its implementation slot says, which the code may or may not obey. */
  | { type: 'proxy'; implementation: Address }

/** What is known of one address at the pinned block. */
export type Account = {
  address: Address
  class: AccountClass
  /** Bytes of code; 0 for an account without code. */
  codeSize: number
  codeHash: Hex | null
  /** EIP-7702 delegate of a delegated account. */
  delegate: Address | null
  balance: bigint
  nonce: bigint
  labels: Label[]
  /** On a sanctions list or the oracle on chain; null when nothing says so and no fresh list could have said so. */
  sanctioned: boolean | null
  /** The lists that have it, each with its source; empty unless `sanctioned`. */
  sanctionedBy: string[]
  /** Symbols of the tokens whose issuer froze it (USDT, USDC); null when no issuer gave an answer. */
  frozenBy: string[] | null
  /** Null when it has no code of its own, or none of the kinds we can tell. */
  kind: AccountKind | null
  /** Its verified ENS name, already cleaned: chosen by its owner, so never a reason to trust it. */
  ensName: string | null
  token: TokenMetadata | null
  /** Age in blocks lower bound: true when it had no code `recentBlocks` before the pin; null when no archive could tell. */
  deployedRecently: boolean | null
}

/** One call of the decoded call data; nested calls (multicall, Safe, Permit2 batches) are children. */
export type DecodedCall = {
  to: Address | null
  selector: Hex | null
  /** `transfer`, or null when no ABI matches. */
  functionName: string | null
  /** `transfer(address to,uint256 amount)`. */
  signature: string | null
  parameters: { name: string; type: string; value: string }[]
  /** Same arguments, typed: address strings lower case, integers bigint, bytes hex, arrays and tuples nested. */
  args: readonly unknown[]
  /** Which source the ABI came from, e.g. `erc20`, `uniswap-v2-router`. */
  abi: string | null
  value: bigint
  /** 1 when the caller runs this code as its own (DELEGATECALL, as Safe and ERC-7579 number it); absent for a call. */
  operation?: 1
  calls: DecodedCall[]
}

/** A change of holding, network fee excluded. Amounts in base units of the asset. */
export type BalanceChange = {
  account: Address
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** Token contract; null for the native coin. */
  address: Address | null
  tokenId: bigint | null
  symbol: string | null
  decimals: number | null
  /** Null when the balance before could not be read. */
  before: bigint | null
  after: bigint | null
  change: bigint
  /** USD value of `change` with its source, null when no price is known. */
  changeUsd: number | null
  priceSource: string | null
  /** `pool`: what trades say, which whoever owns the pool can arrange; good to show, and no proof that anything came back. */
  priceKind: 'oracle' | 'pool' | null
}

/** A change of what somebody else may take. Amounts in base units; `unlimited` by the spender's view. */
export type ApprovalChange = {
  token: Address
  symbol: string | null
  decimals: number | null
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  owner: Address
  spender: Address
  /** Token id of a single ERC-721 approval; null for operators and fungible tokens. */
  tokenId: bigint | null
  before: bigint | null
  /** For operators 1 = approved, 0 = not. */
  after: bigint
  /** setApprovalForAll: every token of the collection, now and later. */
  operator: boolean
  unlimited: boolean
  /** Unix seconds; Permit2 only. */
  expiration: bigint | null
}

/** One key per thing that can be known. Each is learned once per scan, only if an applicable detector needs it. */
export type Facts = ContractFacts & {
  transaction: Transaction
  spellings: AddressSpelling[]
  block: PinnedBlock
  decodedCall: DecodedCall
  simulation: Simulation
  /** Every holding that changed, for every account: the sender's rows first. */
  balanceChanges: BalanceChange[]
  approvalChanges: ApprovalChange[]
  /** The sender itself. */
  sender: Account
  /** `to`; null for a creation. */
  recipient: Account | null
  /** Every spender and operator named in `approvalChanges` or by the decoded call, by address. */
  spenders: Record<Address, Account>
  /** Every account, other than the sender, whose holdings change, by address. */
  counterparties: Record<Address, Account>
  /** Addresses on which `to` has code, by chain: for "a contract on another network only". */
  codeElsewhere: { chain: Chain; hasCode: boolean }[]
  /** Addresses the sender has already dealt with, newest first, with the kind of evidence. */
  senderHistory: {
    address: Address
    direction: 'in' | 'out'
    zeroValue: boolean
    /** EIP-55 address of the token. */
    asset: string
    /** A well-known token, whose log cannot be forged: any other token may write a payment that never was. */
    genuine: boolean
    blockNumber: bigint
  }[]
  /** Account at each delegate address of the authorisation list; empty when there is none. */
  delegates: Record<Address, Account>
  /** Accounts told to `execTransaction` whose code and singleton are Safe's own. */
  safes: Address[]
  /** Derived: the accounts whose assets are at stake: the sender, and the Safe whose `execTransaction` it calls. */
  principals: Address[]
  /** Derived: the decoded call and every nested one, depth first. */
  decodedSteps: DecodedCall[]
  /** Derived: receivers named by plain transfers. */
  payees: Payee[]
  /** Derived: new or enlarged permissions of the principals. */
  grants: Grant[]
  /** Derived: what the principals lose and gain. */
  movements: Movements
  /** Derived: who gains control over what. */
  privilegeChanges: PrivilegeChange[]
  /** Derived from the trace plus two reads per pull. */
  tokenPulls: TokenPull[]
  /** The address that a contract scan is asked about. */
  subject: Account
  /** Accounts whose code the subject runs as its own: implementations, the delegate of a delegated account. */
  implementations: Account[]
  /** Executions spent on privileged calls, how many there may be, and what was left out for it. */
  powersBudget: { runs: number; most: number; cut: string[] }
  /** Derived: what of a contract could not be learned though its verdict needs it, and what the caller did not want. */
  gaps: Gap[]
  /** Who created the subject; null when nobody could tell. */
  creator: Account | null
}

export type FactName = keyof Facts
