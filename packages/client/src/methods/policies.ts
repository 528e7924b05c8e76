import type {
  ChangedPolicy,
  DeletePolicyResult,
  GuardedWallet,
  ListPoliciesResult,
  ListPolicyTemplatesResult,
  ListPolicyVersionsResult,
  PolicyRequest,
  ReleaseReservationResult,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** What wallets may let go. */
export function policyMethods({ call }: Transport) {
  const list = (query?: Query<'listPolicies'>, options?: CallOptions) =>
    call<ListPoliciesResult>({ method: 'GET', path: '/v1/policies', query }, options)
  const versions = (address: string, query?: Query<'listPolicyVersions'>, options?: CallOptions) =>
    call<ListPolicyVersionsResult>({ method: 'GET', path: path`/v1/policies/${address}/versions`, query }, options)
  return {
    /** One page of policies, newest first. */
    list,
    /** Every policy, page by page. */
    each(
      query: Query<'listPolicies'> = {},
      options?: CallOptions,
    ): AsyncGenerator<ListPoliciesResult['policies'][number], void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.policies,
        query.cursor,
      )
    },
    templates(options?: CallOptions) {
      return call<ListPolicyTemplatesResult>({ method: 'GET', path: '/v1/policies/templates' }, options)
    },
    get(address: string, options?: CallOptions) {
      return call<GuardedWallet>({ method: 'GET', path: path`/v1/policies/${address}` }, options)
    },
    /** Rules that are left out are not in force, but for `signing`. */
    put(address: string, body: PolicyRequest, options?: CallOptions) {
      return call<ChangedPolicy>({ method: 'PUT', path: path`/v1/policies/${address}`, body }, options)
    },
    delete(address: string, options?: CallOptions) {
      return call<DeletePolicyResult>({ method: 'DELETE', path: path`/v1/policies/${address}` }, options)
    },
    /** One page of versions, newest first. */
    versions,
    /** Every version, page by page. */
    eachVersion(
      address: string,
      query: Query<'listPolicyVersions'> = {},
      options?: CallOptions,
    ): AsyncGenerator<ListPolicyVersionsResult['versions'][number], void, undefined> {
      return iterate(
        (cursor) => versions(address, cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.versions,
        query.cursor,
      )
    },
    /** Gives a reservation back that will never be used. */
    release(address: string, id: string, options?: CallOptions) {
      return call<ReleaseReservationResult>(
        { method: 'DELETE', path: path`/v1/policies/${address}/reservations/${id}` },
        options,
      )
    },
  }
}
