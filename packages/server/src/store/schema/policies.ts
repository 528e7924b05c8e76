import type { Generated } from 'kysely'

// Policies of wallets, and what the wallets let go. Addresses lower case.

export type PoliciesTable = {
  seq: Generated<number>
  account_id: string
  environment: string
  address: string
  version: number
  /** Rules as JSON. */
  document: string
  /** JSON: rules that a later version loosened, each with the time at which they end. */
  former: string
  deleted_at: number | null
  created_at: number
  updated_at: number
}

export type PolicyVersionsTable = {
  seq: Generated<number>
  account_id: string
  environment: string
  address: string
  version: number
  action: string
  /** Null: deleted. */
  document: string | null
  actor_key: string
  actor_name: string
  changed: string
  at: number
  effective_at: number
}

export type BudgetEntriesTable = {
  id: string
  account_id: string
  environment: string
  wallet: string
  /** Booked once: a hash of a transaction or message, or network and hash of what was seen on chain. */
  identity: string
  /** `reserved` and `sent` count until they expire; `booked` counts from `at` on for its day. */
  state: string
  micro_usd: number
  /** JSON. */
  lines: string
  /** Of a transaction; null otherwise. Nonces as decimal text. */
  chain: string | null
  nonce: string | null
  transaction_hash: string | null
  at: number
  expires_at: number | null
}
