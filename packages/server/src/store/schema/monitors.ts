import type { Generated } from 'kysely'

// What is watched, and how far.

export type MonitorsTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  /** As it was given. */
  address: string
  chain: string
  settings: string
  created_at: number
  updated_at: number
}

/** Written with what it comes from. */
export type WatchedAddressesTable = {
  seq: Generated<number>
  environment: string
  /** Lower case. */
  address: string
  /** Empty: every network. */
  chain: string
  /** A monitor or a webhook. */
  owner_id: string
}

/** `instance` is empty for a real network, else the sandbox of one process. */
export type WatchedChainsTable = {
  chain: string
  environment: string
  instance: string
  /** The block that was judged last; null before the first. */
  number: number | null
  hash: string | null
  /** Whether coins that moved inside of transactions were seen, for the last block that had any; null: not wanted. */
  inside: string | null
  /** Blocks that were too old to be judged, the last ones that were, and when that was. */
  passed_from: number | null
  passed_to: number | null
  passed_at: number | null
  /** The process that watches it until `leased_until`. */
  leader: string | null
  leased_until: number
}

/** Hashes of the blocks judged last. */
export type WatchedBlocksTable = { chain: string; environment: string; instance: string; number: number; hash: string }

/** Which block an event is of, while that block may still be orphaned. */
export type WatchedEventsTable = {
  event_id: string
  chain: string
  environment: string
  instance: string
  number: number
}

/** What an account was last told of an entity on a network; null until there was a score. */
export type NotifiedScoresTable = {
  seq: Generated<number>
  account_id: string
  environment: string
  /** Hash of `entity`. */
  entity_key: string
  entity: string
  /** Empty for a URL. */
  chain: string
  ruleset_version: string | null
  score: number | null
  confidence: number | null
  /** Sources that failed; null: not known. */
  unavailable: string | null
  /** Null: it is not known which were reported. */
  threats: string | null
  /** Since when its scores rest on less than the reported score did. */
  doubted_since: number | null
  checked_at: number
  due_at: number
  leased_until: number
}
