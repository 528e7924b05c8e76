import type { Generated } from 'kysely'
import type { HeldTransactionsTable, RpcTokensTable } from './schema/guardedRpc.ts'
import type {
  AuditEntriesTable,
  MembersTable,
  OneTimeTokensTable,
  PasskeysTable,
  SessionsTable,
  SharedScansTable,
  UsageDaysTable,
} from './schema/members.ts'
import type {
  MonitorsTable,
  NotifiedScoresTable,
  WatchedAddressesTable,
  WatchedBlocksTable,
  WatchedChainsTable,
  WatchedEventsTable,
} from './schema/monitors.ts'
import type { BudgetEntriesTable, PoliciesTable, PolicyVersionsTable } from './schema/policies.ts'

// One schema for both dialects. Times are Unix milliseconds, lists and objects JSON text, flags 0 or 1.

export type Schema = {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  key_origins: KeyOriginsTable
  rate_counters: RateCountersTable
  rate_batches: RateBatchesTable
  idempotency: IdempotencyTable
  scan_records: ScanRecordsTable
  scan_usage: ScanUsageTable
  entity_scores: EntityScoresTable
  feedback: FeedbackTable
  webhook_entities: WebhookEntitiesTable
  webhooks: WebhooksTable
  events: EventsTable
  deliveries: DeliveriesTable
  monitors: MonitorsTable
  signed_permissions: SignedPermissionsTable
  watched_addresses: WatchedAddressesTable
  watched_chains: WatchedChainsTable
  watched_blocks: WatchedBlocksTable
  watched_events: WatchedEventsTable
  notified_scores: NotifiedScoresTable
  rpc_tokens: RpcTokensTable
  held_transactions: HeldTransactionsTable
  policies: PoliciesTable
  policy_versions: PolicyVersionsTable
  budget_entries: BudgetEntriesTable
  intel_sources: IntelSourcesTable
  intel_fingerprints: IntelFingerprintsTable
  intel_entries: IntelEntriesTable
  intel_overrides: IntelOverridesTable
  intel_state: IntelStateTable
  intel_audit: IntelAuditTable
  members: MembersTable
  sessions: SessionsTable
  passkeys: PasskeysTable
  one_time_tokens: OneTimeTokensTable
  audit_entries: AuditEntriesTable
  shared_scans: SharedScansTable
  usage_days: UsageDaysTable
}

// Who may ask, how often, and what was asked once already.

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
  /** JSON; null: the key belongs on a server. */
  origins: string | null
  created_at: number
  created_by: string | null
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

/** The same origins, for browsers that ask before a key is sent. */
type KeyOriginsTable = { origin: string; key_id: string }

/** On SQLite: one row per account, and one for its keys with origins. PostgreSQL has `rate_windows`, which only a function reads. */
type RateCountersTable = {
  /** Id of an account: all its keys count together. */
  key_id: string
  /** Of nodes of before `rate_windows`. */
  minute_count: number
  /** UTC day, counted from the epoch. */
  day: number
  day_count: number
  last_at: number
}

/** On SQLite: requests that were counted between two flushes; `times` is their Unix milliseconds as JSON, ascending. */
type RateBatchesTable = { key_id: string; newest: number; times: string }

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

// What was judged, and what people say of it.

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
  /** Empty where `packed` has it, as `result`. */
  input: string
  result: string
  /** Input and result, compressed; null in rows of before migration 017. */
  packed: Uint8Array | null
  /** What counts against the account's bound. */
  bytes: number
  created_at: number
  /** Of a message that would pay: the site that asks, the message's digest, and the payments as JSON. Null in all other rows. */
  origin: string | null
  digest: string | null
  payments: string | null
  /** The verdict as a file; null: the scan has no witness. */
  verdict: string | null
}

/** What a monitored wallet signed, as JSON; `wallet` lower case. */
type SignedPermissionsTable = {
  seq: Generated<number>
  account_id: string
  environment: string
  chain: string
  wallet: string
  place: string
  permission: string
  due_at: number
}

/** Bytes of kept scans; triggers of `scan_records` keep it. */
type ScanUsageTable = { account_id: string; environment: string; bytes: number }

type EntityScoresTable = {
  seq: Generated<number>
  account_id: string
  environment: string
  /** Hash of `entity`. */
  entity_key: string
  entity: string
  entity_type: string
  /** Empty for a URL. */
  chain: string
  /** UTC day, counted from the epoch. */
  day: number
  ruleset_version: string
  risk_score: number
  risk_level: string
  confidence: number
  complete: number
  failed_sources: number
  at: number
}

type FeedbackTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  key_id: string
  entity: string
  entity_type: string
  /** Null: every network. */
  chain: string | null
  type: string
  note: string
  status: string
  resolved_by: string | null
  resolved_at: number | null
  resolution: string | null
  /** JSON of an appeal; null: no case was named. */
  appeal: string | null
  created_at: number
}

// Webhooks, what happened, and who is to be told.

type WebhooksTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  url: string
  /** Host and port: deliveries at once are limited by it. */
  endpoint: string
  events: string
  /** How many entities; none: all. */
  listed: number
  /** Sealed, as is the earlier one, which signs too until `earlier_until`. */
  secret: string
  earlier_secret: string | null
  earlier_until: number
  status: string
  last_triggered_at: number | null
  created_at: number
}

/** What a webhook lists, in its order. */
type WebhookEntitiesTable = {
  webhook_id: string
  place: number
  /** Hash of `entity`. */
  entity_key: string
  /** As events name it. */
  entity: string
  /** As it was given. */
  spelled: string
}

type EventsTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  /** What happened, so that it is told once; null: it cannot come twice. */
  identity: string | null
  type: string
  entity: string | null
  /** Hash of `entity`. */
  entity_key: string | null
  data: string
  at: number
}

type DeliveriesTable = {
  seq: Generated<number>
  id: string
  webhook_id: string
  event_id: string
  /** pending, delivered, failed; parked while the webhook is failing; expired when it was parked for too long. */
  status: string
  /** In this round; `log` has them all. */
  attempts: number
  /** One attempt that a client asked for. */
  by_hand: number
  first_attempt_at: number | null
  due_at: number
  leased_until: number
  /** Fixed at the first attempt. */
  body: string | null
  log: string
  created_at: number
}

// Lists, and the operator's word over them.

type IntelSourcesTable = {
  /** Never used again: entries of a removed source can never become those of another. */
  no: Generated<number>
  id: string
  title: string
  /** Sealed when it is a URL, see intelSources.ts. */
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

type IntelAuditTable = {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  detail: string
}
