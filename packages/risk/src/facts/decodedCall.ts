import type { Address, Hex } from '../address.ts'

// Meaning of call data.

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

/** Meaning of a call, in words of its project (ERC-7730) or of its standard. Text is cleaned and bounded. */
export type CallMeaning = {
  /** `Supply`; null unless the project names this very contract. */
  intent: string | null
  /** The author of the description, by the same rule. */
  owner: string | null
  /** `parameter` is the place of the parameter that this is the whole of, else null. */
  fields: { label: string; path: string; parameter: number | null; values: DisplayValue[] }[]
  /** The sentence that the project writes over the fields (ERC-7730, `interpolatedIntent`), in pieces; absent or empty without one. */
  sentence?: (string | { values: DisplayValue[] })[]
}

/** One value as it is to be shown; names of tokens and accounts are filled in where they are known. */
export type DisplayValue =
  | { as: 'text'; text: string }
  | { as: 'address'; address: Address }
  /** Symbol of a token. */
  | { as: 'ticker'; token: Address; listed?: { symbol: string; decimals: number } | null }
  /** One item of a collection (ERC-721). */
  | { as: 'item'; collection: Address; id: bigint }
  /** Base units of `token`, null for the native coin. `all` replaces the figure: `unlimited`. `listed`: as a published registry has it. */
  | {
      as: 'amount'
      amount: bigint
      token: Address | null
      all: string | null
      listed?: { symbol: string; decimals: number } | null
      /** Of the asset that the vault `token` keeps (ERC-4626), not of its shares. */
      ofAsset?: true
      /** The function of a collection has an item's number here: nothing is said where the token's standard is not known. */
      ifErc20?: true
      /** What the token says of itself, where it was asked beside the call. */
      asset?: { symbol: string | null; decimals: number | null }
    }
