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
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** What wallets may let go. */
export function policyMethods({ call }: Transport) {
  return {
    /** One page of policies, newest first. */
    list(query?: Query<'listPolicies'>, options?: CallOptions) {
      return call<ListPoliciesResult>({ method: 'GET', path: '/v1/policies', query }, options)
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
    versions(address: string, query?: Query<'listPolicyVersions'>, options?: CallOptions) {
      return call<ListPolicyVersionsResult>(
        { method: 'GET', path: path`/v1/policies/${address}/versions`, query },
        options,
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
