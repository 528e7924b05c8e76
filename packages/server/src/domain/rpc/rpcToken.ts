import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Environment } from '../environment.ts'
import type { Plan } from '../plan.ts'

/** How sends through the guarded endpoint are decided where no policy says more. */
export type GuardSettings = {
  /** A transaction judged at this level or above is refused. */
  blockAt: Exclude<RiskLevel, 'safe'>
  /** What becomes of a transaction whose outcome is not known. */
  incomplete: 'hold' | 'refuse'
  /** What the wallet is answered when a transaction is held: its hash, as if it were pending, or an error. */
  onHold: 'pending' | 'error'
}

/** Of API keys in the header, and of tokens that were made without settings. */
export const DEFAULT_GUARD: GuardSettings = { blockAt: 'critical', incomplete: 'hold', onHold: 'pending' }

/** A credential for a URL that wallets are given: it reads the chain and sends transactions, and does nothing else. Unix milliseconds. */
export type RpcToken = {
  id: string
  accountId: string
  environment: Environment
  plan: Plan
  name: string
  /** Leading characters, safe to show. */
  prefix: string
  /** Networks it works on; null: all. */
  chains: Chain[] | null
  guard: GuardSettings
  createdAt: number
  /** Id of the key that made it. */
  createdBy: string
  /** Null: never. */
  expiresAt: number | null
  lastUsedAt: number | null
  revokedAt: number | null
}

/** Tokens of an account in each environment that are neither revoked nor expired. */
export const MAX_RPC_TOKENS = 200
