import type { FastifyRequest } from 'fastify'
import { signInLink } from '../../domain/dashboardLink.ts'
import type { Member } from '../../domain/member.ts'
import type { MemberLink } from '../../usecases/members/members.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { ownOrigin } from '../access/sessionCookie.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  InvitedMember,
  MemberBody,
  MemberChange,
  MemberLinkSchema,
  MemberList,
  MemberPath,
  MemberSchema,
  RemovalQuery,
  RemovedMember,
} from '../schemas/members.ts'
import { signedInOf } from './session.ts'

const MANAGERS = { access: { members: ['owner', 'admin'] as const } }

/** /v1/members: who may sign in to the account. Keys open none of it: one that leaked must not let anyone in for good. */
export function memberRoutes(app: App, edge: Edge): void {
  const { members } = edge.ports

  app.get(
    '/v1/members',
    {
      config: MANAGERS,
      schema: {
        tags: ['Members'],
        operationId: 'listMembers',
        summary: 'List the members of the account',
        response: { 200: Enveloped(MemberList, 'Oldest first.') },
      },
    },
    async (request) => success(request, { members: (await members.list(signedInOf(request))).map(shown) }),
  )

  app.post(
    '/v1/members',
    {
      config: MANAGERS,
      schema: {
        tags: ['Members'],
        operationId: 'inviteMember',
        summary: 'Invite a member',
        description:
          'The link signs the new member in once, within 72 hours: hand it over yourself. Admins invite analysts and viewers; owners everybody.',
        body: MemberBody,
        response: { 201: Enveloped(InvitedMember, 'The member and its link, which is shown only here.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { member, link } = await members.invite(signedInOf(request), request.body, request.ip)
        const body = success(request, { member: shown(member), link: shownLink(edge, request, link) })
        return { body, createdId: member.id, secret: true }
      }),
  )

  app.post(
    '/v1/members/:id/link',
    {
      config: MANAGERS,
      schema: {
        tags: ['Members'],
        operationId: 'createMemberLink',
        summary: 'Make a sign-in link for a member',
        description:
          'For one who lost the way in: good once, for 15 minutes. Of members below your own role; owners make them for everybody.',
        params: MemberPath,
        response: { 200: Enveloped(MemberLinkSchema, 'The link, shown only here.') },
      },
    },
    async (request) => {
      const made = await members.link(signedInOf(request), request.params.id, request.ip)
      return success(request, shownLink(edge, request, requireOwned(made, 'member')))
    },
  )

  app.patch(
    '/v1/members/:id',
    {
      config: MANAGERS,
      schema: {
        tags: ['Members'],
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description: 'Holds at its next request. The last owner stays one: CONFLICT.',
        params: MemberPath,
        body: MemberChange,
        response: { 200: Enveloped(MemberSchema, 'As it is now.') },
      },
    },
    async (request) => {
      const { role } = request.body
      const changed = await members.setRole(signedInOf(request), request.params.id, role, request.ip)
      return success(request, shown(requireOwned(changed, 'member')))
    },
  )

  app.delete(
    '/v1/members/:id',
    {
      config: MANAGERS,
      schema: {
        tags: ['Members'],
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          'Ends its sessions at once, with its links and passkeys. Keys and RPC tokens that it created are the account’s and stay, unless `revokeKeys=true`. The last owner stays: CONFLICT.',
        params: MemberPath,
        querystring: RemovalQuery,
        response: { 200: Enveloped(RemovedMember, 'It is gone.') },
      },
    },
    async (request) => {
      const { id } = request.params
      const { revokeKeys = false } = request.query
      const removed = await members.remove(signedInOf(request), id, revokeKeys, request.ip)
      const { keysRevoked } = requireOwned(removed, 'member')
      return success(request, { id, deleted: true as const, keysRevoked })
    },
  )
}

function shown({ id, name, role, hasPassword, passkeys, createdAt, lastSignInAt }: Member) {
  return {
    id,
    name,
    role,
    hasPassword,
    passkeys,
    createdAt: isoTime(createdAt),
    lastSignInAt: lastSignInAt === null ? null : isoTime(lastSignInAt),
  }
}

function shownLink({ publicOrigin }: Edge, request: FastifyRequest, { token, expiresAt }: MemberLink) {
  const url = signInLink(ownOrigin(publicOrigin, request), token)
  return { url, token, expiresAt: isoTime(expiresAt) }
}
