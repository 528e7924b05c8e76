import type { Generated } from 'kysely'

// Lists, and the operator's word over them.

export type IntelSourcesTable = {
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
export type IntelFingerprintsTable = { source_no: number; fingerprints: Uint8Array }

/** Visible while `first_generation <= source.generation < removed_generation`. */
export type IntelEntriesTable = {
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

export type IntelOverridesTable = {
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

export type IntelStateTable = { id: number; revision: number; audited: number }

export type IntelAuditTable = {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  detail: string
}
