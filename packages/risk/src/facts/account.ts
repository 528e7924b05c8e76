import type { Address, Hex } from '../facts.ts'

// Who somebody is at the pinned block.

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
  /** Present when sanctions lists are imported and too old to clear an address; absent when none is imported. */
  sanctionsStale?: true
  /** Present when the oracle on chain could not be asked, and no list had anything to say. */
  sanctionsFailed?: true
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
