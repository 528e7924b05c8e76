import type {
  InvitedMember,
  ListAuditEntriesResult,
  ListMembersResult,
  Member,
  MemberLink,
  MemberRequest,
  MemberUpdate,
  RemoveMemberResult,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Who may sign in to the account, in a session of an owner or admin; and who did what. */
export function memberMethods({ call }: Transport) {
  const audit = (query?: Query<'listAuditEntries'>, options?: CallOptions) =>
    call<ListAuditEntriesResult>({ method: 'GET', path: '/v1/audit', query }, options)
  return {
    list(options?: CallOptions) {
      return call<ListMembersResult>({ method: 'GET', path: '/v1/members' }, options)
    },
    /** The answer has the link that signs the new member in, this once. */
    invite(body: MemberRequest, options?: CallOptions) {
      return call<InvitedMember>({ method: 'POST', path: '/v1/members', body, effect: 'creates' }, options)
    },
    /** A link for a member who lost the way in. */
    createLink(id: string, options?: CallOptions) {
      return call<MemberLink>({ method: 'POST', path: path`/v1/members/${id}/link`, effect: 'once' }, options)
    },
    update(id: string, body: MemberUpdate, options?: CallOptions) {
      return call<Member>({ method: 'PATCH', path: path`/v1/members/${id}`, body }, options)
    },
    /** At once. With `revokeKeys`, also the keys that it created, and theirs. */
    remove(id: string, query: { revokeKeys?: boolean } = {}, options?: CallOptions) {
      return call<RemoveMemberResult>({ method: 'DELETE', path: path`/v1/members/${id}`, query }, options)
    },
    /** One page of the audit log, newest first. */
    audit,
    /** The whole audit log, newest first. */
    eachAuditEntry(
      query: Query<'listAuditEntries'> = {},
      options?: CallOptions,
    ): AsyncGenerator<ListAuditEntriesResult['entries'][number], void, undefined> {
      return iterate(
        (cursor) => audit(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.entries,
        query.cursor,
      )
    },
  }
}
