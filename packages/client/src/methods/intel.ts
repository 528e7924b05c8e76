import type {
  DeleteIntelOverrideResult,
  IntelAuditRecord,
  IntelOverride,
  IntelOverrideRequest,
  ListIntelAuditResult,
  ListIntelOverridesResult,
  ListIntelSourcesResult,
  LookUpIntelResult,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Lists that the service relies on; operators only. */
export function intelMethods({ call }: Transport) {
  const audit = (query?: Query<'listIntelAudit'>, options?: CallOptions) =>
    call<ListIntelAuditResult>({ method: 'GET', path: '/v1/intel/audit', query }, options)
  const overrides = (query?: Query<'listIntelOverrides'>, options?: CallOptions) =>
    call<ListIntelOverridesResult>({ method: 'GET', path: '/v1/intel/overrides', query }, options)
  return {
    sources(options?: CallOptions) {
      return call<ListIntelSourcesResult>({ method: 'GET', path: '/v1/intel/sources' }, options)
    },
    /** What the lists say of an address, host or URL. */
    lookUp(query: Query<'lookUpIntel'>, options?: CallOptions) {
      return call<LookUpIntelResult>({ method: 'GET', path: '/v1/intel/entries', query }, options)
    },
    /** One page of what operators allow and deny. */
    overrides,
    /** Every override, page by page. */
    eachOverride(
      query: Query<'listIntelOverrides'> = {},
      options?: CallOptions,
    ): AsyncGenerator<IntelOverride, void, undefined> {
      return iterate(
        (cursor) => overrides(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.overrides,
        query.cursor,
      )
    },
    /** Allows or denies an address, host or URL for every account. */
    setOverride(body: IntelOverrideRequest, options?: CallOptions) {
      return call<IntelOverride>({ method: 'PUT', path: '/v1/intel/overrides', body }, options)
    },
    removeOverride(query: Query<'deleteIntelOverride'>, options?: CallOptions) {
      return call<DeleteIntelOverrideResult>({ method: 'DELETE', path: '/v1/intel/overrides', query }, options)
    },
    /** One page of changes. */
    audit,
    /** Every change, page by page. */
    eachAuditRecord(
      query: Query<'listIntelAudit'> = {},
      options?: CallOptions,
    ): AsyncGenerator<IntelAuditRecord, void, undefined> {
      return iterate(
        (cursor) => audit(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.records,
        query.cursor,
      )
    },
  }
}
