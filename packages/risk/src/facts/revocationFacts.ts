import type { Address, Hex } from '../address.ts'
import type { Authorization } from './transaction.ts'
import type { RightStandard } from './walletRights.ts'

// Revocation of permissions. Amounts in base units.

/**
 * `eip7702`: the spender is the delegate whose code the account runs; `token` is null then. `token`: the contract that keeps the
 * permission. `tokenId`: a single ERC-721 item, an id of ERC-6909, the type of an ERC-7579 module, or the nonce or hash of a signature.
 * `terms`: what else the contract must be told of a signature, ABI-encoded.
 */
export type Permission = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2' | 'eip7702' | RightStandard
  token: Address | null
  spender: Address
  tokenId: bigint | null
  terms?: Hex
}

/** A permission, and what remains of it after the transactions; null when it could not be read. Operators and tokens: 1 or 0. */
export type RevokedPermission = Permission & {
  symbol: string | null
  decimals: number | null
  /** No limit, or one beyond any supply. */
  unlimited: boolean
  before: bigint
  after: bigint | null
}

/**
 * How a permission is revoked. Some tokens refuse an approval of zero: then `decreaseAllowance` is tried, and last an approval of
 * one base unit (`approve-one`), which leaves one unit.
 */
export type RevocationMethod =
  | 'approve'
  | 'decreaseAllowance'
  | 'approve-one'
  | 'setApprovalForAll'
  | 'lockdown'
  | 'invalidateNonces'
  | 'undelegate'
  | 'revokeOperator'
  | 'setOperator'
  | 'approveDelegation'
  | 'delegate'
  | 'setAuthorization'
  | 'setRelayerApproval'
  | 'delegateAll'
  | 'uninstallModule'
  | 'disableModule'
  | 'setGuard'
  | 'setModuleGuard'
  | 'setFallbackHandler'
  | 'invalidateUnorderedNonces'
  | 'incrementCounter'
  | 'invalidateOrder'
  | 'cancelOrder'
  | 'cancelLimitOrder'
  | 'cancelRfqOrder'
  | 'cancelOrderRFQ'
  | 'cancelERC721Order'
  | 'cancelERC1155Order'
  | 'cancelMultipleMakerOrders'
  | 'cancelOrderNonces'
  | 'disableDelegation'
  | 'removeOwner'
  | 'removeSession'
  | 'incrementNonce'
  | 'permit'
  | 'cancelAuthorization'

/**
 * A message that the account signs first. The parts of its signature are then written into the transaction's data, each as one word of 32 bytes at
 * so many bytes from the start; `v` is 27 or 28.
 */
export type Signing = { typedData: TypedDataToSign; places: { part: 'v' | 'r' | 's'; at: number }[] }

/** As `eth_signTypedData_v4` takes it: JSON values only. */
export type TypedDataToSign = {
  domain: Record<string, string | number>
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, string | number | boolean>
}

/**
 * One transaction. `sender`: the account itself, or any other account, which pays for it (`sponsor`). `authorization`: EIP-7702, unsigned,
 * always of the account, with the nonce that this sender needs; null for plain calls. `simulation` null: it could not be executed.
 */
export type RevocationForm = {
  sender: 'account' | 'sponsor'
  to: Address
  data: Hex
  authorization: Authorization | null
  simulation: { success: boolean; gasUsed: bigint } | null
  /** Null: not known. */
  publishing: Publishing | null
}

/** What publishing a transaction on another network costs; `wei` is paid beside gas, `gas` is part of its limit. */
export type Publishing = { wei: bigint; gas: bigint }

/** How a permission is ended: one transaction. */
export type Revocation = RevocationForm & {
  method: RevocationMethod
  /** Of `undelegate`: the same done by another sender, to be sent instead of it and never besides. */
  alternative: RevocationForm | null
  /** Of `undelegate`: whether coins that the account gets now are taken from it; null: not known. Null for the others. */
  fundingIsSwept: boolean | null
  /** Another account's transaction that carries a signature of the account. Null: it needs none. Such a one is not executed. */
  signing: Signing | null
  /** For `invalidateNonces`, which invalidates signatures and revokes no permission. */
  about?: { token: Address; spender: Address }
  permissions: RevokedPermission[]
}

/**
 * `unreadable`: the permission could not be read. `refused`: its contract refuses the revocation. `no-effect`: the revocation
 * succeeds, and the permission stays. `costly`, `moves-assets`: the revocation itself would hurt, a known trap of airdropped
 * tokens. `claimed`: only an unknown token claims that the permission exists. `needs-signature`: only another
 * signature ends it, and which one is not known. `by-name`: it ends only where it is asked for by itself.
 */
export type SkipReason =
  | 'not-live'
  | 'unreadable'
  | 'refused'
  | 'no-effect'
  | 'costly'
  | 'moves-assets'
  | 'claimed'
  | 'too-many'
  | 'needs-signature'
  | 'by-name'
export type SkippedRevocation = { permission: Permission; reason: SkipReason; detail: string }

/** The whole revocation as one proposal to a Safe's owners. `verified` null: it could not be executed. */
export type SafeProposal = {
  to: Address
  data: Hex
  operation: 0 | 1
  nonce: bigint
  gasUsed: bigint | null
  verified: boolean | null
}

export type Revocations = {
  transactions: Revocation[]
  skipped: SkippedRevocation[]
  /** For a Safe with something to revoke; null for others, or when Safe's MultiSend library is not on the network. */
  proposal: SafeProposal | null
  /** Whether everything could be executed; null when there was nothing to execute. */
  simulated: boolean | null
}
