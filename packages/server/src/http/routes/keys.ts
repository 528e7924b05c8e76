import type { ApiKey } from '../../domain/apiKey.ts'
import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { callerOf } from '../guard.ts'
import { idempotent } from '../idempotent.ts'
import { Enveloped } from '../schemas/common.ts'
import { CreatedKey, KeyBody, KeyList, KeyPath, RevokedKey } from '../schemas/keys.ts'

/** GET and POST /v1/auth/keys, DELETE /v1/auth/keys/{keyId} */
export function keyRoutes(app: App, edge: Edge): void {
  const { keys } = edge.ports

  app.get(
    '/v1/auth/keys',
    {
      config: { access: { scopes: ['admin'] } },
      schema: {
        tags: ['Keys'],
        operationId: 'listKeys',
        summary: 'List the keys of the account',
        response: { 200: Enveloped(KeyList, 'Keys that are not revoked, newest first.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const found = await keys.list(accountId, environment)
      return success(request, { keys: found.map((key) => ({ ...shown(key), lastUsed: isoOrNull(key.lastUsedAt) })) })
    },
  )

  app.post(
    '/v1/auth/keys',
    {
      config: { access: { scopes: ['admin'] } },
      schema: {
        tags: ['Keys'],
        operationId: 'createKey',
        summary: 'Create a key',
        description:
          'It inherits the account, plan and environment of its creator. Send an `Idempotency-Key` to retry safely.',
        body: KeyBody,
        response: { 201: Enveloped(CreatedKey, 'The new key. The full value is shown only here.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const caller = callerOf(request)
        const { name, scopes, environment = caller.environment } = request.body
        refuseForeignEnvironment(caller, environment)
        const { key, token } = await keys.create({
          accountId: caller.accountId,
          name,
          scopes: [...new Set(scopes)],
          environment,
        })
        return { body: success(request, { ...shown(key), key: token }), createdId: key.id, secret: true }
      }),
  )

  app.delete(
    '/v1/auth/keys/:keyId',
    {
      config: { access: { scopes: ['admin'], ownKey: 'keyId' } },
      schema: {
        tags: ['Keys'],
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'Takes effect at once and is final. A key may always revoke itself.',
        params: KeyPath,
        response: { 200: Enveloped(RevokedKey, 'It is revoked, now or since before.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const { keyId } = request.params
      if (!(await keys.revoke(accountId, environment, keyId))) {
        throw new ApiError('NOT_FOUND', { detail: 'No API key of this account has that id.' })
      }
      return success(request, { id: keyId, revoked: true as const })
    },
  )
}

/** Scopes need no such check: only `admin` reaches this route, and it has them all. */
function refuseForeignEnvironment(caller: ApiKey, environment: ApiKey['environment']): void {
  if (environment === caller.environment) return
  throw new ApiError('VALIDATION_ERROR', {
    detail: `body.environment: expected ${caller.environment}, the environment of the key that creates it`,
  })
}

function shown({ id, name, prefix, scopes, plan, environment, createdAt }: ApiKey) {
  return { id, name, prefix, scopes, plan, environment, createdAt: new Date(createdAt).toISOString() }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
