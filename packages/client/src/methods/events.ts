import type { Event, ListEventsResult, StreamToken, StreamTokenRequest } from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'
import { type StreamOptions, streamEvents } from './streamEvents.ts'

/** What happened to the account's entities and monitors. */
export function eventMethods(transport: Transport) {
  const { call } = transport
  const list = (query?: Query<'listEvents'>, options?: CallOptions) =>
    call<ListEventsResult>({ method: 'GET', path: '/v1/events', query }, options)
  return {
    /** One page of events. To miss none: `order: 'oldest'`, and go on from `nextCursor`. */
    list,
    /** Every event of the last 30 days, page by page, until there is none. */
    each(query: Query<'listEvents'> = {}, options?: CallOptions): AsyncGenerator<Event, void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.events,
        query.cursor,
      )
    },
    get(id: string, options?: CallOptions) {
      return call<Event>({ method: 'GET', path: path`/v1/events/${id}` }, options)
    },
    /** A token with which a page may open the stream by `EventSource` within a minute, as `api_key`. */
    createStreamToken(body: StreamTokenRequest = {}, options?: CallOptions) {
      return call<StreamToken>({ method: 'POST', path: '/v1/events/stream-token', body }, options)
    },
    /** Events as they happen; a broken connection is resumed without loss. */
    stream(options?: StreamOptions): AsyncGenerator<Event, void, undefined> {
      return streamEvents(transport, options)
    },
  }
}
