import type {
  AccountsTable,
  ApiKeysTable,
  IdempotencyTable,
  RateBatchesTable,
  RateCountersTable,
} from './schema/access.ts'
import type {
  IntelAuditTable,
  IntelEntriesTable,
  IntelFingerprintsTable,
  IntelOverridesTable,
  IntelSourcesTable,
  IntelStateTable,
} from './schema/intel.ts'
import type {
  MonitorsTable,
  NotifiedScoresTable,
  WatchedAddressesTable,
  WatchedBlocksTable,
  WatchedChainsTable,
  WatchedEventsTable,
} from './schema/monitors.ts'
import type { DeliveriesTable, EventsTable, WebhookEntitiesTable, WebhooksTable } from './schema/outbox.ts'
import type { EntityScoresTable, FeedbackTable, ScanRecordsTable } from './schema/verdicts.ts'

// One schema for both dialects. Times are Unix milliseconds, lists and objects JSON text, flags 0 or 1.

export type Schema = {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  rate_counters: RateCountersTable
  rate_batches: RateBatchesTable
  idempotency: IdempotencyTable
  scan_records: ScanRecordsTable
  entity_scores: EntityScoresTable
  feedback: FeedbackTable
  webhook_entities: WebhookEntitiesTable
  webhooks: WebhooksTable
  events: EventsTable
  deliveries: DeliveriesTable
  monitors: MonitorsTable
  watched_addresses: WatchedAddressesTable
  watched_chains: WatchedChainsTable
  watched_blocks: WatchedBlocksTable
  watched_events: WatchedEventsTable
  notified_scores: NotifiedScoresTable
  intel_sources: IntelSourcesTable
  intel_fingerprints: IntelFingerprintsTable
  intel_entries: IntelEntriesTable
  intel_overrides: IntelOverridesTable
  intel_state: IntelStateTable
  intel_audit: IntelAuditTable
}
