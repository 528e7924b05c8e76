import type { Address, Hex } from '../address.ts'

// Identity of an account at the pinned block.

/** A union, never a boolean: an EIP-7702 delegated account has code and is still controlled by a key. */
export type AccountClass = 'eoa' | 'delegated-eoa' | 'contract' | 'precompile'

/** A label with its source. `category` uses the contract's words. */
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
    /** Open executor: runs arbitrary calls for any caller. Its name is known, but strangers choose what passes through it. */
    | 'open-executor'
    /** Liquidity pool: its code is a known exchange's, but its two tokens may be any tokens. */
    | 'pool'
  source: string
  /** Trust in the source: `high` for an authority or the chain itself, `low` for labels that any user may submit. */
  confidence: 'high' | 'medium' | 'low'
  /** Present when a loaded list or an operator says so, whose words are quoted: date of the entry here (ISO), null when unknown. */
  listed?: { since: string | null }
}

/** Untrusted on-chain text, already cleaned and bounded. */
export type TokenMetadata = {
  standard: 'erc20' | 'erc721' | 'erc1155'
  symbol: string | null
  name: string | null
  decimals: number | null
  /** The token that a vault says it keeps (ERC-4626); absent where it says none. `listed`: as a published registry has it. */
  asset?: { address: Address; symbol: string | null; decimals: number | null; listed: boolean }
}

/**
 * The kind of a contract account, where its own code proves it: a stranger can neither fake it with other code nor claim it by
 * answering calls. `safe` and `smart-account` are wallets that keys control.
 */
export type AccountKind =
  | { type: 'safe'; version: string; singleton: Address }
  /** ERC-4337 account; `name` of the product whose implementation it runs. */
  | { type: 'smart-account'; name: string; implementation: Address }
  /** EIP-1167: runs the implementation for ever. */
  | { type: 'clone'; implementation: Address }
  /** EIP-1967: the value of its implementation slot, which the code may or may not use. */
  | { type: 'proxy'; implementation: Address }

/** An address and its facts at the pinned block. */
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
  /** On a sanctions list or in the on-chain oracle; null when no source lists it and no fresh list could clear it. */
  sanctioned: boolean | null
  /** Present when sanctions lists are imported and too old to clear an address; absent when none is imported. */
  sanctionsStale?: true
  /** Present when the oracle on chain could not be asked, and no list names the account. */
  sanctionsFailed?: true
  /** The lists that name it, each with its source; empty unless `sanctioned`. */
  sanctionedBy: string[]
  /** On the operator's allow list, since a day (YYYY-MM-DD). Other lists then stay silent, except sanctions. */
  allowed?: { note: string | null; since: string }
  /** Symbols of the tokens whose issuer froze it (USDT, USDC); null when no issuer answered. */
  frozenBy: string[] | null
  /** Null when it has no code of its own, or code of no recognised kind. */
  kind: AccountKind | null
  /** Its verified ENS name, already cleaned: chosen by its owner, so never a reason to trust it. */
  ensName: string | null
  token: TokenMetadata | null
  /** True when it had no code `recentBlocks` before the pinned block; null when no archive node could tell. */
  deployedRecently: boolean | null
  /** Present when its code has no instruction that sends coin or calls another contract: what it receives stays there. */
  sendsNothing?: true
}
