import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import type { Reading } from './activitiesOf.ts'
import type { Grant } from './activity.ts'

/** USD of one whole unit; `mostUsd`: what its market could pay for any amount of it, null when an oracle speaks. */
export type UnitPrice = { usd: number; maxUsd: number | null }
/** What a permission was: who had it, and how much of it. */
export type Permission = { spender: Address; amount: bigint }
export type CounterpartyScore = { riskScore: number; riskLevel: RiskLevel }

/** What alerts ask of one network, wired in monitorNetwork.ts. Each rejects when it cannot be learned. */
export type MonitorSources = Reading & {
  block(number: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** Whether a mined transaction did what it says. */
  succeeded(hash: Hex, signal: AbortSignal): Promise<boolean>
  account(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Account>
  nonce(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<bigint>
  /** Returns the delegate whose code runs as the account (EIP-7702); null: none. */
  delegate(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<Address | null>
  /** Null: it is no token. */
  token(block: PinnedBlock, address: Address, signal: AbortSignal): Promise<TokenMetadata | null>
  /** Of a token, or of the network's coin (null). Null: it has no price. */
  price(block: PinnedBlock, asset: Address | null, signal: AbortSignal): Promise<UnitPrice | null>
  /** What the permission is at the block; null: the contract does not tell. */
  permission(block: PinnedBlock, grant: Grant, signal: AbortSignal): Promise<Permission | null>
  /** The permission with what is known of its token and its spender. */
  approval(block: PinnedBlock, grant: Grant, signal: AbortSignal): Promise<WalletApproval>
  /** As `GET /v1/risk/score` judges an address. */
  score(address: Address, signal: AbortSignal): Promise<CounterpartyScore>
}
