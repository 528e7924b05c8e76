import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLES } from '../../domain/member.ts'
import type { RelyingParty } from '../../domain/ports/members.ts'
import type { NewSignIn, SigningIn } from '../../usecases/members/signIn.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { csrfTokenOf, ownOrigin, sessionCookie, sessionTokenOf } from '../access/sessionCookie.ts'
import { createSignInLimits } from '../access/signInLimits.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge, SignedIn } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  EndedSession,
  LinkBody,
  PasskeyOptions,
  PasskeySignInBody,
  PasswordSignInBody,
  SessionList,
  SessionPath,
  SessionSchema,
  type SessionView,
} from '../schemas/session.ts'

const MAX_USER_AGENT = 200

const SIGN_IN = { access: 'public' as const, sameOrigin: true as const }
/** Any member who is signed in, of any role. */
export const ANY_MEMBER = { access: { members: ROLES } }

/** /v1/session: who is signed in, three ways in, and the way out. */
export function sessionRoutes(app: App, edge: Edge): void {
  const { signIn, ownAccess } = edge.ports
  const limits = createSignInLimits(edge)

  app.get(
    '/v1/session',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'getSession',
        summary: 'Who is signed in',
        description:
          'Of the session cookie. With it every endpoint takes requests from pages of the service, as it takes keys; `X-Environment: live` or `test` chooses the environment, `live` by default.',
        response: { 200: Enveloped(SessionSchema, 'The session.') },
      },
    },
    async (request) => success(request, viewOf(signedInOf(request))),
  )

  app.post(
    '/v1/session/link',
    {
      config: SIGN_IN,
      schema: {
        tags: ['Session'],
        operationId: 'signInByLink',
        summary: 'Sign in with a link',
        description:
          'A link is good once. The first one is printed when the service first starts; `redoubt dashboard link` prints others.',
        body: LinkBody,
        response: { 200: Enveloped(SessionSchema, 'Signed in: the cookie is set.') },
      },
    },
    async (request, reply) => {
      limits.takeAddress(request.ip)
      return enter(edge, request, reply, await signIn.byLink(request.body.token, browserOf(request)))
    },
  )

  app.post(
    '/v1/session/password',
    {
      config: SIGN_IN,
      schema: {
        tags: ['Session'],
        operationId: 'signInByPassword',
        summary: 'Sign in with a password',
        description:
          'Attempts are limited for each client address and each name. An unknown name is answered as a wrong password is.',
        body: PasswordSignInBody,
        response: { 200: Enveloped(SessionSchema, 'Signed in: the cookie is set.') },
      },
    },
    async (request, reply) => {
      const { name, password } = request.body
      limits.takeName(request.ip, name)
      return enter(edge, request, reply, await signIn.byPassword(name, password, browserOf(request)))
    },
  )

  app.post(
    '/v1/session/passkey/options',
    {
      config: SIGN_IN,
      schema: {
        tags: ['Session'],
        operationId: 'startPasskeySignIn',
        summary: 'Start signing in with a passkey',
        description: 'The challenge is good once and for a few minutes. Attempts are limited for each client address.',
        response: { 200: Enveloped(PasskeyOptions, 'For `navigator.credentials.get`.') },
      },
    },
    async (request) => {
      limits.takeAddress(request.ip)
      return success(request, { options: await signIn.passkeyOptions(partyOf(edge, request)) })
    },
  )

  app.post(
    '/v1/session/passkey/verify',
    {
      config: SIGN_IN,
      schema: {
        tags: ['Session'],
        operationId: 'signInByPasskey',
        summary: 'Sign in with a passkey',
        description: 'Takes what the browser made of the options, for the origin of the dashboard alone.',
        body: PasskeySignInBody,
        response: { 200: Enveloped(SessionSchema, 'Signed in: the cookie is set.') },
      },
    },
    async (request, reply) => {
      limits.takeAddress(request.ip)
      const { response } = request.body
      const party = partyOf(edge, request)
      return enter(edge, request, reply, await signIn.byPasskey(response, party, browserOf(request)))
    },
  )

  app.delete(
    '/v1/session',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'signOut',
        summary: 'Sign out',
        response: { 200: Enveloped(EndedSession, 'The session is over, and the cookie deleted.') },
      },
    },
    async (request, reply) => {
      const open = signedInOf(request)
      await ownAccess.endSession(open, open.session.id, request.ip)
      reply.header('set-cookie', sessionCookie(null, isSecure(edge, request), 0))
      return success(request, { id: open.session.id, revoked: true as const })
    },
  )

  app.get(
    '/v1/session/list',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'listSessions',
        summary: 'List your sessions',
        response: { 200: Enveloped(SessionList, 'Newest first.') },
      },
    },
    async (request) => {
      const open = signedInOf(request)
      const found = await ownAccess.sessions(open)
      return success(request, {
        sessions: found.map(({ id, method, address, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
          id,
          current: id === open.session.id,
          method,
          address,
          userAgent,
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTime(lastSeenAt),
          expiresAt: isoTime(expiresAt),
        })),
      })
    },
  )

  app.delete(
    '/v1/session/:id',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'endSession',
        summary: 'End one of your sessions',
        params: SessionPath,
        response: { 200: Enveloped(EndedSession, 'It is over.') },
      },
    },
    async (request) => {
      const { id } = request.params
      requireOwned((await ownAccess.endSession(signedInOf(request), id, request.ip)) || null, 'session')
      return success(request, { id, revoked: true as const })
    },
  )
}

/** Sets the cookie of a new session and answers who is signed in. */
export function enter(edge: Edge, request: FastifyRequest, reply: FastifyReply, { token, opened }: NewSignIn) {
  const seconds = Math.floor((opened.session.expiresAt - edge.now()) / 1000)
  reply.header('set-cookie', sessionCookie(token, isSecure(edge, request), seconds))
  return success(request, viewOf({ ...opened, token }))
}

/** The session of a request that passed the guard of a route for members. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error('A route that is not for members asked for its member')
  return request.signedIn
}

export function browserOf(request: FastifyRequest): SigningIn {
  const userAgent = (request.headers['user-agent'] ?? '').replace(/\p{C}/gu, ' ').slice(0, MAX_USER_AGENT)
  return { address: request.ip, userAgent, replaces: sessionTokenOf(request) }
}

/** The service as browsers know it from this request. */
export function partyOf({ publicOrigin }: Edge, request: FastifyRequest): RelyingParty {
  const origin = ownOrigin(publicOrigin, request)
  return { origin, host: URL.parse(origin)?.hostname ?? '' }
}

function isSecure({ publicOrigin }: Edge, request: FastifyRequest): boolean {
  return ownOrigin(publicOrigin, request).startsWith('https:')
}

function viewOf({ account, member, session, token }: SignedIn): SessionView {
  const { id, name, plan, operator } = account
  return {
    account: { id, name, plan },
    member: { id: member.id, name: member.name, role: member.role },
    operator: operator && (member.role === 'owner' || member.role === 'admin'),
    environments: ['live', 'test'],
    csrfToken: csrfTokenOf(token),
    expiresAt: isoTime(session.expiresAt),
  }
}
