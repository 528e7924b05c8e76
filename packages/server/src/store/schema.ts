import type { Generated } from 'kysely'

// One schema for both dialects. Times are Unix milliseconds, lists and objects JSON text, flags 0 or 1.

export type Schema = {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  rate_counters: RateCountersTable
  rate_requests: RateRequestsTable
  idempotency: IdempotencyTable
  scan_records: ScanRecordsTable
  intel_sources: IntelSourcesTable
  intel_fingerprints: IntelFingerprintsTable
  intel_entries: IntelEntriesTable
  intel_overrides: IntelOverridesTable
  intel_state: IntelStateTable
  intel_audit: IntelAuditTable
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

type IntelSourcesTable = {
  /** Never used again: entries of a removed source can never become those of another. */
  no: Generated<number>
  id: string
  title: string
  /** Sealed when it is a URL, see sealedLocation.ts. */
  location: string
  format: string
  options: string
  label: string
  confidence: string
  licence: string | null
  refresh_ms: number
  enabled: number
  /** The generation that readers see. */
  generation: number
  /** The generation that the newest import writes; an import with another number has been overtaken. */
  import_generation: number
  entry_count: number
  refreshed_at: number | null
  changed_at: number | null
  next_attempt_at: number
  failures: number
  last_error: string | null
  etag: string | null
  last_modified: string | null
  content_hash: string | null
  leased_until: number
  created_at: number
  churns: number
}

/** 8 bytes per entry key of the source's current generation. */
type IntelFingerprintsTable = { source_no: number; fingerprints: Uint8Array }

/** Visible while `first_generation <= source.generation < removed_generation`. */
type IntelEntriesTable = {
  id: Generated<number>
  source_no: number
  kind: string
  value: string
  chain: string | null
  label: string
  name: string | null
  first_generation: number
  removed_generation: number | null
  first_seen: number
  removed_at: number | null
}

type IntelOverridesTable = {
  kind: string
  value: string
  /** Empty: every network. */
  chain: string
  verdict: string
  label: string | null
  note: string
  actor: string
  created_at: number
}

type IntelStateTable = { id: number; revision: number; audited: number }

type IntelAuditTable = { seq: number; at: number; actor: string; action: string; subject: string; detail: string }
