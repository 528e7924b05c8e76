// Who may ask, how often, and what was asked once already.

export type AccountsTable = {
  id: string
  name: string
  plan: string
  operator: number
  created_at: number
}

export type ApiKeysTable = {
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
export type RateCountersTable = {
  key_id: string
  /** Requests in `rate_requests`; kept on PostgreSQL only. */
  minute_count: number
  /** UTC day, counted from the epoch. */
  day: number
  day_count: number
  last_at: number
}

/** On SQLite: requests that were counted between two flushes; `times` is their Unix milliseconds as JSON, ascending. */
export type RateBatchesTable = { key_id: string; newest: number; times: string }

export type IdempotencyTable = {
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
