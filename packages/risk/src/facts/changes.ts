import type { Address } from '../address.ts'

// Changes by an execution: of holdings, and of permissions to take them.

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
  /** `pool`: a price from trades, which the pool's owner can manipulate; shown, but no proof of a return. */
  priceKind: 'oracle' | 'pool' | null
}

/** A change of a spender's permission. Amounts in base units; `unlimited` by the spender's view. */
export type ApprovalChange = {
  token: Address
  symbol: string | null
  decimals: number | null
  standard: 'erc20' | 'erc721' | 'erc1155' | 'erc6909' | 'permit2'
  owner: Address
  spender: Address
  /** Token id of a single ERC-721 approval, or of an amount of one ERC-6909 id; null for operators and fungible tokens. */
  tokenId: bigint | null
  before: bigint | null
  /** For operators 1 = approved, 0 = not. */
  after: bigint
  /** setApprovalForAll, setOperator: every token of the contract, now and later. */
  operator: boolean
  unlimited: boolean
  /** Unix seconds; Permit2 only. */
  expiration: bigint | null
}
