import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Account, TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { getAddress } from 'viem/utils'
import { createEntityCache } from '../../usecases/reports/entityCache.ts'
import type { EntityJudge } from '../../usecases/reports/entityJudge.ts'
import type { Reading } from './activitiesOf.ts'
import type { Grant } from './activity.ts'

/**
 * What is known of a price in USD of one whole unit. `maxUsd`: what its market could pay for any amount of it, null where it
 * has an oracle feed. `hint`: no price, and yet enough to see that an amount is small.
 */
export type PriceFact =
  | { status: 'fresh'; price: { usd: number; source: string; maxUsd: number | null } }
  | { status: 'stale'; source: string; hint: number | null }
  /** `noMarket`: no oracle has it, and the exchanges have no pool that is deep enough. */
  | { status: 'unknown'; hint: number | null; noMarket: boolean }
/** What a permission was: who had it, and how much of it. `isExpired`: its time is over, and some of it was left. */
export type Permission = { spender: Address; amount: bigint; isExpired?: true }
export type CounterpartyScore = { riskScore: number; riskLevel: RiskLevel }

/** What alerts ask of one network, wired in networks.ts. Each rejects when it cannot be learned. */
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
  /** Of a token, or of the network's coin (null). */
  price(block: PinnedBlock, asset: Address | null, signal: AbortSignal): Promise<PriceFact>
  /** What an account holds of a token; null: the contract does not tell. */
  balance(block: PinnedBlock, held: { token: Address; owner: Address }, signal: AbortSignal): Promise<bigint | null>
  /** What the permission is at the block; null: the contract does not tell. */
  permission(block: PinnedBlock, grant: Grant, signal: AbortSignal): Promise<Permission | null>
  /** The permission with what is known of its token and its spender. */
  approval(block: PinnedBlock, grant: Grant, signal: AbortSignal): Promise<WalletApproval>
  /** As `GET /v1/risk/score` judges an address. */
  score(address: Address, signal: AbortSignal): Promise<CounterpartyScore>
}

type Kept = CounterpartyScore & { complete: boolean; judgedAt: number }

/** Milliseconds: many wallets deal with the same counterparties. As long as a kept judgement stands. */
const FRESH_MS = 60_000

const FRESH_IN_PART_MS = 30_000

/** An old score is none. */
const STALE_MS = 0

const DEADLINE_MS = 8_000

const MAX_BYTES = 8 * 1024 ** 2

/** Of one score with its key, about. */
const BYTES = 400

/**
 * Scores of the counterparties of watched addresses, by the scans behind `GET /v1/risk/score`. These scans enter no
 * account's history, or a webhook that lists nothing would watch every counterparty too.
 */
export function createCounterpartyScores({
  judge,
  listRevision,
  onProblem,
  now,
}: {
  judge: EntityJudge
  /** Changes with every list and every word of the operator. */
  listRevision(): Promise<string>
  onProblem(error: unknown): void
  now: () => number
}) {
  const cache = createEntityCache<Kept>({
    maxBytes: MAX_BYTES,
    now,
    onProblem,
    bytesOf: () => BYTES,
    madeAt: ({ judgedAt }) => judgedAt,
    freshMs: ({ complete }) => (complete ? FRESH_MS : FRESH_IN_PART_MS),
    staleMs: () => STALE_MS,
    isComplete: ({ complete }) => complete,
  })

  return async (
    { environment, chain }: { environment: 'live' | 'test'; chain: Chain },
    address: Address,
    signal: AbortSignal,
  ): Promise<CounterpartyScore> => {
    const text = getAddress(address)
    const spelling = { member: 'address', spelled: text, checksummed: text, checksumFailed: false } as const
    const asked = { key: `${environment}:${chain}:${address}`, revision: await listRevision(), deadlineMs: DEADLINE_MS }
    const { value } = await cache.share({ ...asked, fresh: false, signal }, async (within) => {
      const question = { text, entity: { type: 'address', address, spelling }, chain, deadlineMs: DEADLINE_MS } as const
      const judged = await judge({ ...question, fresh: false }, { environment, signal: within })
      const { riskScore, riskLevel, complete, judgedAt } = judged
      return { riskScore, riskLevel, complete, judgedAt }
    })
    return { riskScore: value.riskScore, riskLevel: value.riskLevel }
  }
}
