import type { Owner } from '../account.ts'
import type { Delivery } from '../delivery.ts'

/** Something that happened. `data` is compact JSON of an object; `at` Unix milliseconds. */
export type EmittedEvent = {
  /** Later events have higher numbers, on every node: no event appears below a number that was read. */
  seq: number
  id: string
  type: string
  entity: string | null
  data: string
  at: number
  /** To the webhooks that are there, oldest first. */
  deliveries: Pick<Delivery, 'id' | 'webhookId' | 'status'>[]
}
export type EventQuery = {
  /** By `seq`. */
  order: 'newest' | 'oldest'
  limit: number
  /** Goes on beyond this `seq`; null: from the end that comes first. */
  beyond: number | null
  /** Null: all. */
  types: readonly string[] | null
  entity: string | null
  /** `since` <= at < `until`; null: no bound. */
  since: number | null
  until: number | null
}

/** What happened in the last 30 days, one account and environment at a time. */
export type EventStore = {
  list(owner: Owner, query: EventQuery): Promise<EmittedEvent[]>
  get(owner: Owner, id: string): Promise<EmittedEvent | null>
  /** How many of each type there are with `since` <= at < `until`, of all accounts. */
  count(since: number, until: number): Promise<{ type: string; count: number }[]>
  /** The highest `seq` of all; 0 when nothing happened. */
  newest(): Promise<number>
  /** Returns the owners of events beyond a `seq`, and the newest `seq`. */
  since(seq: number): Promise<{ newest: number; owners: Owner[] }>
}
