import type { AccountEvent, EventPort } from '../domain/ports/events.ts'
import type { WebhookOwner } from '../domain/ports/webhooks.ts'
import { createCursors } from '../store/createCursors.ts'
import type { Store } from '../store/openStore.ts'
import type { ToldEvent } from '../store/outbox/events.ts'

/** What happened, as HTTP offers it: places are sealed, for they would tell how much happens to others. Part of the composition root. */
export function createEventService({ events, keyring }: Pick<Store, 'events' | 'keyring'>): EventPort {
  const cursors = createCursors(keyring)
  const whose = ({ accountId, environment }: WebhookOwner) => `events of ${accountId} ${environment}`
  const seal = (owner: WebhookOwner, seq: number) => cursors.seal(String(seq), whose(owner))
  const shown = (owner: WebhookOwner, { seq, ...event }: ToldEvent): AccountEvent => ({
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
