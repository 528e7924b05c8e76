import type { Passkey } from '../../domain/ports/members.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  DeletedPasskey,
  OwnPasswordBody,
  PasskeyBody,
  PasskeyList,
  PasskeyOptions,
  PasskeyPath,
  PasskeySchema,
  SessionSchema,
} from '../schemas/session.ts'
import { ANY_MEMBER, browserOf, enter, partyOf, signedInOf } from './session.ts'

/** /v1/members/me: the own password and passkeys. */
export function ownAccessRoutes(app: App, edge: Edge): void {
  const { ownAccess } = edge.ports

  app.put(
    '/v1/members/me/password',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'setOwnPassword',
        summary: 'Set your password',
        description:
          'Ends all your sessions and opens a new one for this browser, with a new cookie and CSRF token. A first password, or one after a link, needs a sign-in of the last half hour in place of `current`.',
        body: OwnPasswordBody,
        response: { 200: Enveloped(SessionSchema, 'The new session.') },
      },
    },
    async (request, reply) => {
      const { current = null, password } = request.body
      const changed = await ownAccess.changePassword(signedInOf(request), { current, password }, browserOf(request))
      return enter(edge, request, reply, changed)
    },
  )

  app.get(
    '/v1/members/me/passkeys',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        response: { 200: Enveloped(PasskeyList, 'Newest first.') },
      },
    },
    async (request) => success(request, { passkeys: (await ownAccess.passkeys(signedInOf(request))).map(shown) }),
  )

  app.post(
    '/v1/members/me/passkeys/options',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'startPasskeyRegistration',
        summary: 'Start adding a passkey',
        description: 'Within half an hour of signing in.',
        response: { 200: Enveloped(PasskeyOptions, 'For `navigator.credentials.create`.') },
      },
    },
    async (request) =>
      success(request, { options: await ownAccess.passkeyOptions(signedInOf(request), partyOf(edge, request)) }),
  )

  app.post(
    '/v1/members/me/passkeys/verify',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'Within half an hour of signing in.',
        body: PasskeyBody,
        response: { 200: Enveloped(PasskeySchema, 'It signs you in from now on.') },
      },
    },
    async (request) => {
      const party = partyOf(edge, request)
      return success(request, shown(await ownAccess.addPasskey(signedInOf(request), request.body, party, request.ip)))
    },
  )

  app.delete(
    '/v1/members/me/passkeys/:id',
    {
      config: ANY_MEMBER,
      schema: {
        tags: ['Session'],
        operationId: 'deletePasskey',
        summary: 'Remove a passkey',
        params: PasskeyPath,
        response: { 200: Enveloped(DeletedPasskey, 'It signs you in no more.') },
      },
    },
    async (request) => {
      const { id } = request.params
      requireOwned((await ownAccess.removePasskey(signedInOf(request), id, request.ip)) || null, 'passkey')
      return success(request, { id, deleted: true as const })
    },
  )
}

function shown({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  }
}
