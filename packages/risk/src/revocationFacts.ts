import type { Authorization } from './facts/transaction.ts'
import type { Address, Hex } from './facts.ts'

// What it takes to withdraw permissions from those who have them. Amounts in base units.

/** `eip7702`: the account's code is the spender's; `token` is null then. `tokenId`: of a single ERC-721 approval. */
export type Permission = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2' | 'eip7702'
  token: Address | null
  spender: Address
  tokenId: bigint | null
}

/** A permission, and what is left of it after the transactions; null when it could not be read. Operators and tokens: 1 or 0. */
export type RevokedPermission = Permission & {
  symbol: string | null
  decimals: number | null
  /** No bound at all, or one that bounds nothing. */
  unlimited: boolean
  before: bigint
  after: bigint | null
}

/**
 * How a permission is withdrawn. Some tokens refuse an approval of zero: `decreaseAllowance` is tried then, and at last an
 * approval of one base unit (`approve-one`), which leaves that.
 */
export type RevocationMethod =
  | 'approve'
  | 'decreaseAllowance'
  | 'approve-one'
  | 'setApprovalForAll'
  | 'lockdown'
  | 'invalidateNonces'
  | 'undelegate'

/** One call that the account is to make. `simulation` null: it could not be executed. */
export type Revocation = {
  method: RevocationMethod
  to: Address
  data: Hex
  /** EIP-7702, unsigned; its nonce is right when the account itself sends this transaction next. Null for plain calls. */
  authorization: Authorization | null
  /** Of `invalidateNonces`, which withdraws signatures and no permission. */
  about?: { token: Address; spender: Address }
  permissions: RevokedPermission[]
  simulation: { success: boolean; gasUsed: bigint } | null
}

/**
 * `unreadable`: nobody can tell whether it is there. `refused`: its contract does not let it be withdrawn. `no-effect`: it does, and the
 * permission stays. `costly`, `moves-assets`: what is asked for in good faith would hurt, a known trap of tokens that are sent to
 * strangers. `claimed`: only an unknown token says that there is one.
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
export type SkippedRevocation = { permission: Permission; reason: SkipReason; detail: string }

/** What a Safe's owners may propose: all of it at once. `verified` null: it could not be executed. */
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
  /** Of a Safe with something to withdraw; null for others, or when Safe's library of batches is not on the network. */
  proposal: SafeProposal | null
  /** Whether everything could be executed; null when there was nothing to. */
  simulated: boolean | null
}
