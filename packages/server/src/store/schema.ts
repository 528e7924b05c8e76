import type { Generated } from 'kysely'

// One schema for both dialects. Times are Unix milliseconds, lists and objects JSON text, flags 0 or 1.

export type Schema = {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  rate_counters: RateCountersTable
  rate_requests: RateRequestsTable
  idempotency: IdempotencyTable
  scan_records: ScanRecordsTable
}

type AccountsTable = {
  id: string
  name: string
  plan: string
  operator: number
  created_at: number
}

type ApiKeysTable = {
  id: string
  account_id: string
  name: string
  prefix: string
  /** HMAC-SHA256 of the token, hex; the token itself is nowhere. */
  hash: string
  /** Fingerprint of the server secret the hash was made under. */
  secret_id: string
  scopes: string
  environment: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

/** One row per key. */
type RateCountersTable = {
  key_id: string
  /** Requests in `rate_requests`; kept on PostgreSQL only. */
  minute_count: number
  /** UTC day, counted from the epoch. */
  day: number
  day_count: number
  last_at: number
}

/** Requests of the last minute: how many in which millisecond. */
type RateRequestsTable = { key_id: string; at: number; count: number }

type IdempotencyTable = {
  account_id: string
  environment: string
  key: string
  body_hash: string
  claimed_at: number
  /** Null while the first request runs. */
  status: number | null
  body: string | null
  created_id: string | null
}

type ScanRecordsTable = {
  seq: Generated<number>
  request_id: string
  account_id: string
  environment: string
  key_id: string
  kind: string
  chain: string
  subject: string
  risk_score: number
  risk_level: string
  ruleset_version: string
  input: string
  result: string
  created_at: number
}
