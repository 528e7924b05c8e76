import type { Generated } from 'kysely'

// What was judged, and what people say of it.

export type ScanRecordsTable = {
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

export type EntityScoresTable = {
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

export type FeedbackTable = {
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
  created_at: number
}
