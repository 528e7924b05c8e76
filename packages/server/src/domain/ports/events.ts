import type { Delivery, WebhookOwner } from './webhooks.ts'

/** Something that happened, as its account is shown it. `data` is compact JSON of an object; `at` Unix milliseconds. */
export type AccountEvent = {
  id: string
  type: string
  at: number
  /** As webhooks list it; null: it is about none. */
  entity: string | null
  data: string
  deliveries: Pick<Delivery, 'id' | 'webhookId' | 'status'>[]
  /** The place of the event among those of its account: `cursor` of what comes after it. */
  cursor: string
}

/** What happened to one account and environment. Whatever appears later has a later place, so that no reader misses any. */
export type EventPort = {
  /**
   * @param query.cursor what was answered before; null: from the end that `order` names.
   * @param query.types null: all.
   * @param query.since Unix milliseconds, as `until`, which is excluded; null: no bound.
   * @returns `nextCursor` of what comes then; of the oldest first, also while there is no more yet.
   * @throws RangeError when the cursor is none of this account's.
   */
  list(
    owner: WebhookOwner,
    query: {
      order: 'newest' | 'oldest'
      limit: number
      cursor: string | null
      types: readonly string[] | null
      entity: string | null
      since: number | null
      until: number | null
    },
  ): Promise<{ events: AccountEvent[]; nextCursor: string | null; hasMore: boolean }>
  get(owner: WebhookOwner, id: string): Promise<AccountEvent | null>
  /** After everything that happened so far. */
  end(owner: WebhookOwner): Promise<string>
  /** How many events of each type all accounts had from `since` until before `until`. */
  count(since: number, until: number): Promise<{ type: string; count: number }[]>
  /** Returns the owners of events beyond a place; null: no owners, only the current place. */
  news(place: number | null): Promise<{ place: number; owners: WebhookOwner[] }>
}
