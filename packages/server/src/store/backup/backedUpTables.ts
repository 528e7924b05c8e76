/** Tables of a backup, those that others refer to first. The names are the only ones that a backup file may name. */
export const BACKED_UP_TABLES: readonly string[] = [
  'accounts',
  'api_keys',
  'key_origins',
  'members',
  'passkeys',
  'idempotency',
  'scan_records',
  // Triggers on `scan_records` have added it up; what the backup holds replaces it.
  'scan_usage',
  'shared_scans',
  'usage_days',
  'entity_scores',
  'notified_scores',
  'feedback',
  'intel_sources',
  'intel_fingerprints',
  'intel_entries',
  'intel_overrides',
  'intel_state',
  'intel_audit',
  'webhooks',
  'webhook_entities',
  'events',
  'deliveries',
  'monitors',
  'signed_permissions',
  'watched_addresses',
  'watched_chains',
  'watched_blocks',
  'watched_events',
  'policies',
  'policy_versions',
  'budget_entries',
  'rpc_tokens',
  'held_transactions',
  'audit_entries',
]

/** Tables in which a migration or a trigger has put rows before a restore does. */
export const FILLED_BEFORE: readonly string[] = ['scan_usage', 'intel_state']

/**
 * What a backup leaves out: counters of requests, which differ between the engines and end with their day, and sessions and sign-in links:
 * a restore would bring back ended and used ones.
 */
export const LEFT_OUT_TABLES: readonly string[] = [
  'rate_counters',
  'rate_requests',
  'rate_batches',
  'rate_windows',
  'sessions',
  'one_time_tokens',
]
