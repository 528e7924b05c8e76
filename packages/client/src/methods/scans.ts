import type { ListScansResult, ScanSummary, StoredScan } from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Scans that are kept. */
export function scanRecordMethods({ call, bytes }: Transport) {
  const list = (query?: Query<'listScans'>, options?: CallOptions) =>
    call<ListScansResult>({ method: 'GET', path: '/v1/scans', query }, options)
  return {
    /** One page of scans, newest first. */
    list,
    /** Every scan that is kept, page by page. */
    each(query: Query<'listScans'> = {}, options?: CallOptions): AsyncGenerator<ScanSummary, void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.scans,
        query.cursor,
      )
    },
    /** One page as CSV. */
    async csv(query?: Query<'listScans'>, options?: CallOptions) {
      const { body } = await bytes({ method: 'GET', path: '/v1/scans', query, accept: 'text/csv' }, options)
      return new TextDecoder().decode(body)
    },
    /** A scan with its input and result, by the request id of its answer. */
    get(requestId: string, options?: CallOptions) {
      return call<StoredScan>({ method: 'GET', path: path`/v1/scans/${requestId}` }, options)
    },
  }
}
