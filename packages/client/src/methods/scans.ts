import type {
  CreatedShare,
  ListScansResult,
  ListSharesResult,
  RevokeShareResult,
  ScanProgress,
  ScanSummary,
  SharedScan,
  ShareRequest,
  StoredScan,
  Verdict,
} from '../api.generated.ts'
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
    /** The signed verdict of a scan that was made with `options.witness`: `jws` is the file that `redoubt verify` reads. */
    verdict(requestId: string, options?: CallOptions) {
      return call<Verdict>({ method: 'GET', path: path`/v1/scans/${requestId}/verdict` }, options)
    },
    /** What a scan has learned so far. Ask once before it is sent with the same `requestId`: others are not followed. */
    progress(requestId: string, query?: Query<'getScanProgress'>, options?: CallOptions) {
      return call<ScanProgress>({ method: 'GET', path: path`/v1/scans/${requestId}/progress`, query }, options)
    },
    /** A link that shows the scan to people without an account, until its time is over. The answer has it this once. */
    share(requestId: string, body: ShareRequest = {}, options?: CallOptions) {
      return call<CreatedShare>(
        { method: 'POST', path: path`/v1/scans/${requestId}/share`, body, effect: 'creates' },
        options,
      )
    },
    /** Links that are not over, newest first. */
    shares(options?: CallOptions) {
      return call<ListSharesResult>({ method: 'GET', path: '/v1/shares' }, options)
    },
    revokeShare(id: string, options?: CallOptions) {
      return call<RevokeShareResult>({ method: 'DELETE', path: path`/v1/shares/${id}` }, options)
    },
    /** What a link shows; no key is needed. */
    shared(token: string, options?: CallOptions) {
      return call<SharedScan>({ method: 'GET', path: path`/v1/shared/${token}` }, options)
    },
  }
}
