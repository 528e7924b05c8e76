import type { Address, Hex } from '../address.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { Account } from './account.ts'
import type { ContractJudgement } from './contractJudgement.ts'
import type { DelegateActs } from './delegateActs.ts'

// Rights over a wallet beside its token approvals. Amounts in base units, times in Unix seconds.

/**
 * Who keeps a right. `erc777`: an operator of a token. `erc6909`: an operator, or an allowance of one id. `credit-delegation`: may borrow
 * in the wallet's name (Aave). `vote-delegation`: ERC-5805. `market-authorization`: acts on the wallet's positions (Morpho).
 * `relayer-approval`: trades with the wallet's balance in a vault (Balancer). `delegate-registry`: claims in the wallet's name
 * (delegate.xyz). `erc7579-module`: code that a smart account obeys. `session-key`: acts as a smart account within policies (SmartSession).
 * `safe-…`: parts of a Safe. `presigned-order`: an order that CoW's
 * settlement keeps as signed. `…-signature`: one that was scanned here and not used yet: a permit, a transfer or an allowance of Permit2,
 * EIP-3009, an order of Seaport, CoW, 1inch, 0x, ParaSwap, Blur or LooksRare, a delegation by ERC-7710. `order-signature`: a tree of Seaport orders,
 * known by their counter. `other-order-signature`: an order of an exchange that is not asked here.
 */
export type RightStandard =
  | 'erc777'
  | 'erc6909'
  | 'credit-delegation'
  | 'vote-delegation'
  | 'market-authorization'
  | 'relayer-approval'
  | 'delegate-registry'
  | 'erc7579-module'
  | 'session-key'
  | 'presigned-order'
  | 'safe-owner'
  | 'safe-module'
  | 'safe-guard'
  | 'safe-module-guard'
  | 'safe-fallback-handler'
  | 'permit-signature'
  | 'authorization-signature'
  | 'permit2-signature'
  | 'permit2-allowance-signature'
  | 'order-signature'
  | 'seaport-order-signature'
  | 'cow-order-signature'
  | '1inch-order-signature'
  | '0x-order-signature'
  | 'paraswap-order-signature'
  | 'blur-order-signature'
  | 'looksrare-order-signature'
  | 'other-order-signature'
  | 'delegation-signature'

/** What a signature that was used in no part permits. An order that was filled in part permits a share of it, rounded up. */
export const WHOLE = 10n ** 18n

/**
 * A signature that a kept scan shows. `id`: its nonce; of an order or a delegation its hash, of CoW's its uid (448 bits). `terms`: what else its
 * contract must be told to read or end it, ABI-encoded. `deadline` in Unix seconds; null: none. Whether it was signed is not known.
 */
export type KeptSignature = {
  standard: Extract<RightStandard, `${string}-signature`>
  keeper: Address
  holder: Address
  id: bigint
  terms?: Hex
  /** What it would take; empty: nothing fungible. */
  assets: { token: Address; amount: bigint }[]
  description: string
  unlimited: boolean
  deadline: number | null
  scan: {
    requestId: string
    /** Milliseconds. */
    scannedAt: number
    origin: string | null
    primaryType: string | null
    riskLevel: RiskLevel
  }
}

/** One right that another account has now, as the contract that keeps it answers at the block. */
export type WalletRight = {
  standard: RightStandard | 'eip7702'
  /** Keeps the right; null for a delegation, which is the account's own code. */
  keeper: Address | null
  keeperAccount: Account | null
  symbol: string | null
  decimals: number | null
  holder: Address
  holderAccount: Account | null
  /** ERC-6909: the id of an allowance. ERC-7579: the type of the module. A session: its permission id. A signature or an order: what tells it apart. Null otherwise. */
  id: bigint | null
  /** 1 for rights without an amount; of a signature its share that is left, `WHOLE` at most. */
  amount: bigint
  /** Of an order: its contract counts what was filled, and how much that leaves is not known. Absent: known, or no order. */
  uncounted?: true
  unlimited: boolean
  /** What the holder could take or borrow now, USD; null when not known. */
  valueAtRiskUsd: number | null
  grantedAt: { blockNumber: bigint; timestamp: number | null; hash: Hex } | null
  /** Of a signature that was scanned here. */
  signature?: KeptSignature
  /** What the delegate of an account let strangers do when it was executed; absent: not tried, or no delegation. */
  delegateActs?: DelegateActs
  /** The contract scan of unknown code; absent: not scanned. */
  holderJudgement?: Pick<ContractJudgement, 'riskScore' | 'riskLevel' | 'complete' | 'unreadable' | 'findings' | 'weak'>
}

/** A right that only a log claims: see `reason` of `UnconfirmedApproval`. */
export type UnconfirmedRight = Pick<WalletRight, 'standard' | 'keeper' | 'holder' | 'id' | 'grantedAt'> & {
  reason: 'unreadable' | 'unread' | 'claimed'
}

/** Every right beside token approvals. `complete` false: some may be missing; `cut` says why, in words. */
export type WalletRights = {
  rights: WalletRight[]
  unconfirmed: UnconfirmedRight[]
  complete: boolean
  cut: string[]
  /** Sources that failed: `logs`, `rpc`. */
  unavailable: string[]
}
