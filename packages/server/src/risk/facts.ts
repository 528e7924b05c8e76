import type { Chain } from './chain.ts'
import type { ContractFacts, DelegateActs, Gap } from './contractFacts.ts'
import type { Grant, Movements, Payee, PrivilegeChange, TokenPull } from './derive/shapes.ts'
import type { Simulation } from './execution.ts'
import type { MessageFacts, Origin } from './messageFacts.ts'
import type { MinedFacts } from './minedFacts.ts'
import type { PurchaseFacts } from './purchaseFacts.ts'
import type { UrlFacts } from './urlFacts.ts'
import type { Validity } from './validityFacts.ts'
import type { WalletFacts } from './walletFacts.ts'

export type { Grant, Loss, Movement, Movements, Payee, PrivilegeChange, TokenPull } from './derive/shapes.ts'
export type {
  CallFrame,
  CallResult,
  EnvironmentBranch,
  LeftOutEnvironment,
  Log,
  Simulation,
  SimulationEnvironment,
  StateDiff,
} from './execution.ts'

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

/** One call of a bundle. `to` is null for a contract creation. */
export type BundleCall = { to: Address | null; value: bigint; data: Hex }

/** An ERC-4337 user operation, whatever the version of its entry point. Absent members are null. */
export type UserOperation = {
  entryPoint: Address
  sender: Address
  nonce: bigint
  /** Makes the account if it does not exist yet. */
  factory: Address | null
  factoryData: Hex
  callData: Hex
  /** Null where a dApp leaves them to the wallet. */
  callGasLimit: bigint | null
  verificationGasLimit: bigint | null
  preVerificationGas: bigint | null
  maxFeePerGas: bigint | null
  maxPriorityFeePerGas: bigint | null
  /** Pays the network in the account's place. */
  paymaster: Address | null
  paymasterAndData: Hex
  /** As sent, where no factory makes the account but something stands in its place. */
  initCode?: Hex
  /** Absent when the wallet has not signed; it may also be a dummy that stands for one. */
  signature?: Hex
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
  /** EIP-4844: present on a blob transaction, also when it names none. */
  blobVersionedHashes?: Hex[]
  maxFeePerBlobGas?: bigint
  /**
   * EIP-5792: what the account does one after the other, judged as one. `to` is then the callee trusted least, `value`
   * the sum, `data` all call data joined.
   */
  calls?: BundleCall[]
  /** Of `calls`: all of them or none. */
  atomic?: boolean
  /** ERC-4337: `from` and `to` are the account, `data` what the entry point calls it with. */
  userOperation?: UserOperation
}

/** How the caller spelled an address and whether a mixed-case spelling fails its EIP-55 checksum. */
export type AddressSpelling = {
  /** Where in the body it stands. */
  member: 'from' | 'to' | 'address' | 'entryPoint' | `calls[${number}].to`
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
  /** The operator says that it is good, since a day (YYYY-MM-DD). Lists are then silent on it, but for sanctions. */
  allowed?: { note: string | null; since: string }
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
  /** For people; absent where nothing more can be said than the parameters do. */
  meaning?: CallMeaning
  calls: DecodedCall[]
}

/** What a call means, in words of its project (ERC-7730) or of its standard. Text is cleaned and bounded. */
export type CallMeaning = {
  /** `Supply`; null unless the project names this very contract. */
  intent: string | null
  /** Who describes it, by the same rule. */
  owner: string | null
  /** `parameter` is the place of the parameter that this is the whole of, else null. */
  fields: { label: string; path: string; parameter: number | null; values: ShownValue[] }[]
}

/** One value as it is to be shown; names of tokens and accounts are filled in where they are known. */
export type ShownValue =
  | { as: 'text'; text: string }
  | { as: 'address'; address: Address }
  /** Base units of `token`, null for the native coin. `all` replaces the figure: `unlimited`. `listed`: as a published registry has it. */
  | {
      as: 'amount'
      amount: bigint
      token: Address | null
      all: string | null
      listed?: { symbol: string; decimals: number } | null
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
export type Facts = ContractFacts &
  WalletFacts &
  PurchaseFacts &
  MinedFacts &
  MessageFacts &
  UrlFacts & {
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
    /** The accounts that a bundle or a user operation calls, each once, in order; empty for a plain transaction. */
    callees: Account[]
    /** Account at each delegate address of the authorisation list; empty when there is none. */
    delegates: Record<Address, Account>
    /** Accounts told to `execTransaction` whose code and singleton are Safe's own. */
    safes: Address[]
    /**
     * What strangers can do with the sender's account once it runs the code of a delegate that nobody knows, by delegate; null
     * where that could not be tried in time.
     */
    handovers: Record<Address, DelegateActs | null>
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
    /** Derived: what moved, for rules that can tell something by call data alone; null where nothing was executed. */
    moved: { movements: Movements; balanceChanges: BalanceChange[] } | null
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
    /** The dApp that asks, when the caller names it; null when not. Of transactions and messages. */
    origin: Origin | null
    /** For how long the verdict on a transaction holds. */
    validity: Validity
  }

export type FactName = keyof Facts
