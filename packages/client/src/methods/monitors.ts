import type {
  DeleteMonitorResult,
  ListMonitorsResult,
  Monitor,
  MonitorReplacement,
  MonitorRequest,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Addresses that are watched. */
export function monitorMethods({ call }: Transport) {
  const list = (query?: Query<'listMonitors'>, options?: CallOptions) =>
    call<ListMonitorsResult>({ method: 'GET', path: '/v1/monitors', query }, options)
  return {
    create(body: MonitorRequest, options?: CallOptions) {
      return call<Monitor>({ method: 'POST', path: '/v1/monitors', body, effect: 'creates' }, options)
    },
    /** One page of monitors, newest first. */
    list,
    /** Every monitor, page by page. */
    each(query: Query<'listMonitors'> = {}, options?: CallOptions): AsyncGenerator<Monitor, void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.monitors,
        query.cursor,
      )
    },
    get(id: string, options?: CallOptions) {
      return call<Monitor>({ method: 'GET', path: path`/v1/monitors/${id}` }, options)
    },
    /** Members that are left out get their defaults. */
    replace(id: string, body: MonitorReplacement, options?: CallOptions) {
      return call<Monitor>({ method: 'PUT', path: path`/v1/monitors/${id}`, body }, options)
    },
    delete(id: string, options?: CallOptions) {
      return call<DeleteMonitorResult>({ method: 'DELETE', path: path`/v1/monitors/${id}` }, options)
    },
  }
}
