import type { Owner } from '../../domain/account.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { EmittedEvent, EventQuery, EventStore } from '../../domain/ports/events.ts'

/** Something that happened, as its account is shown it. `data` is compact JSON of an object; `at` Unix milliseconds. */
export type AccountEvent = Omit<EmittedEvent, 'seq'> & {
  /** The place of the event among those of its account: `cursor` of what comes after it. */
  cursor: string
}

/** What happened to one account and environment. Whatever appears later has a later place, so that no reader misses any. */
export type Events = {
  /**
   * @param query.cursor what was answered before; null: from the end that `order` names.
   * @returns `nextCursor` of what comes then; of the oldest first, also while there is no more yet.
   * @throws RangeError when the cursor is none of this account's.
   */
  list(
    owner: Owner,
    query: Omit<EventQuery, 'beyond'> & { cursor: string | null },
  ): Promise<{ events: AccountEvent[]; nextCursor: string | null; hasMore: boolean }>
  get(owner: Owner, id: string): Promise<AccountEvent | null>
  /** After everything that happened so far. */
  end(owner: Owner): Promise<string>
  /** How many events of each type all accounts had from `since` until before `until`. */
  count(since: number, until: number): Promise<{ type: string; count: number }[]>
  /** Returns the owners of events beyond a place; null: no owners, only the current place. */
  news(place: number | null): Promise<{ place: number; owners: Owner[] }>
}

/** Events of accounts. Places are sealed: their numbers would tell how much happens to others. */
export function createEvents({ events, cursors }: { events: EventStore; cursors: Cursors }): Events {
  const whose = ({ accountId, environment }: Owner) => `events of ${accountId} ${environment}`
  const seal = (owner: Owner, seq: number) => cursors.seal(String(seq), whose(owner))
  const shown = (owner: Owner, { seq, ...event }: EmittedEvent): AccountEvent => ({
    ...event,
    cursor: seal(owner, seq),
  })
  return {
    async list(owner, { limit, cursor, ...query }) {
      const from = cursor === null ? null : cursors.unseal(cursor, whose(owner))
      if (cursor !== null && from === null) throw new RangeError('The cursor is not one that this service returned.')
      const beyond = from === null ? null : Number(from)
      const found = await events.list(owner, { ...query, beyond, limit: limit + 1 })
      const hasMore = found.length > limit
      const page = found.slice(0, limit).map((event) => shown(owner, event))
      const last = page.at(-1)?.cursor ?? cursor
      return { events: page, hasMore, nextCursor: hasMore || query.order === 'oldest' ? last : null }
    },
    async get(owner, id) {
      const found = await events.get(owner, id)
      return found && shown(owner, found)
    },
    end: async (owner) => seal(owner, await events.newest()),
    count: events.count,
    async news(place) {
      if (place === null) return { place: await events.newest(), owners: [] }
      const { newest, owners } = await events.since(place)
      return { place: newest, owners }
    },
  }
}
