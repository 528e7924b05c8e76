import type { Chain } from '@redoubt/risk/chain.ts'
import type { Accusation } from '../feedback.ts'

/** A list that the operator loaded, and how fresh it is. Times are Unix milliseconds. */
export type IntelSourceStatus = {
  id: string
  title: string
  /** As it may be shown: without credentials, path or query of a URL, which may hold keys. */
  location: string
  format: string
  label: string
  confidence: string
  licence: string | null
  enabled: boolean
  entryCount: number
  /** When it was last known to be current. */
  refreshedAt: number | null
  changedAt: number | null
  nextAttemptAt: number
  failures: number
  lastError: string | null
  /** Too old for what it is relied on for, or never loaded. */
  stale: boolean
}

export type IntelOverview = {
  /** By id. */
  sources: IntelSourceStatus[]
  /** What comes with the release: its date, YYYY-MM-DD, and how many of each kind of fact. */
  pack: { date: string; counts: Record<string, number> }
  /** `reason` says what to do while sanctions are unknown. */
  sanctions: { state: 'known' | 'unknown'; reason: string | null }
}

/** Everything that is said of one address, host or URL, disabled lists and removed entries too. */
export type IntelWord = {
  kind: string
  /** What the lists have: the host above the one asked for, say. */
  value: string
  chain: string | null
  label: string
  name: string | null
  /** Id of the list, `pack` or `seed`. */
  source: string
  confidence: string
  licence: string | null
  enabled: boolean
  firstSeen: number | null
  lastSeen: number | null
  /** Null while it is listed. */
  removedAt: number | null
}

export type IntelOverride = {
  kind: string
  value: string
  chain: string | null
  verdict: 'allow' | 'deny'
  label: string | null
  note: string
  actor: string
  createdAt: number
}

/** What an operator says of one thing, as it is written. */
export type NewIntelOverride = {
  /** An address, a host, a URL, or the SHA-256 of a host. */
  value: string
  /** Null: every network. */
  chain: Chain | null
  verdict: 'allow' | 'deny'
  /** What a denied thing is accused of; null when it is allowed. */
  label: Accusation | null
  note: string
  /** Also a host that strangers share. */
  wholeHost: boolean
  actor: string
}

export type IntelAuditRecord = {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  detail: string
}

/** What the service knows of the world by lists; for operators. */
export type IntelPort = {
  overview(): Promise<IntelOverview>
  /**
   * @param query.chain null: all networks.
   * @throws RangeError naming the member of the query, when `value` is no address, host or URL, or of no network.
   */
  lookup(query: { value: string; chain: Chain | null }): Promise<{ entries: IntelWord[]; overrides: IntelOverride[] }>
  /** Newest first, at most 10,000. */
  overrides(): Promise<IntelOverride[]>
  /** Replaces an override of the same thing. @throws RangeError naming the member that is not possible. */
  setOverride(override: NewIntelOverride): Promise<IntelOverride>
  /** Null when there is none. @throws RangeError as of `lookup`. */
  removeOverride(about: { value: string; chain: Chain | null; actor: string }): Promise<{ value: string } | null>
  /** Newest first; `before` is the `seq` of the last record of the page before. */
  audit(page: { limit: number; before: number | null }): Promise<IntelAuditRecord[]>
}
