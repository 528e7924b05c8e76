import type { ApiKey, Scope } from '../../domain/apiKey.ts'
import { forbiddenScopes, isOriginEntry, ORIGIN_EXPECTED, PUBLIC_SCOPES } from '../../domain/keyOrigins.ts'
import { MAX_KEYS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { App, Edge } from '../context.ts'
import { expiryOf } from '../parse/expiryOf.ts'
import { Enveloped } from '../schemas/common.ts'
import { CreatedKey, KeyBody, KeyList, KeyPath, RevokedKey, RevokedOthers, RevokeQuery } from '../schemas/keys.ts'

/** GET and POST /v1/auth/keys, POST /v1/auth/keys/revoke-others, DELETE /v1/auth/keys/{keyId} */
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
        response: { 200: Enveloped(KeyList, 'Keys that are neither revoked nor expired, newest first.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const found = await keys.list(accountId, environment, edge.now())
      return success(request, { keys: found.map((key) => ({ ...shown(key), lastUsed: isoOrNull(key.lastUsedAt) })) })
    },
  )

  app.post(
    '/v1/auth/keys',
    {
      config: { access: { scopes: ['admin'] }, audit: { action: 'key.created', detail: scopesOf } },
      schema: {
        tags: ['Keys'],
        operationId: 'createKey',
        summary: 'Create a key',
        description: `It inherits the account, plan and environment of its creator, and shares the account’s limits. An account may have ${MAX_KEYS} keys in each environment; one more is CONFLICT. Send an \`Idempotency-Key\` to retry safely.`,
        body: KeyBody,
        response: { 201: Enveloped(CreatedKey, 'The new key. The full value is shown only here.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const caller = callerOf(request)
        const { name, scopes, environment = caller.environment, origins = null, expiresAt } = request.body
        refuseForeignEnvironment(caller, environment)
        refuseOrigins(scopes, origins)
        const wanted = {
          accountId: caller.accountId,
          name,
          scopes: [...new Set(scopes)],
          environment,
          origins,
          createdBy: caller.id,
          expiresAt: expiryOf(expiresAt, caller, edge.now()),
          now: edge.now(),
        }
        const { key, token } = await keys.create(wanted).catch((error: unknown) => {
          if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
          throw error
        })
        return { body: success(request, { ...shown(key), key: token }), createdId: key.id, secret: true }
      }),
  )

  app.post(
    '/v1/auth/keys/revoke-others',
    {
      config: { access: { scopes: ['admin'] }, audit: { action: 'key.revoked', detail: () => 'all other keys' } },
      schema: {
        tags: ['Keys'],
        operationId: 'revokeOtherKeys',
        summary: 'Revoke all keys but the calling one',
        description:
          'Of the account, in this environment, and RPC tokens that the calling key did not create. Takes effect at once and is final: create a new key first and call with that one.',
        response: { 200: Enveloped(RevokedOthers, 'The calling key is the only valid one.') },
      },
    },
    async (request) => {
      const { id, accountId, environment } = callerOf(request)
      return success(request, { id, othersRevoked: await keys.revokeOthers(accountId, environment, id) })
    },
  )

  app.delete(
    '/v1/auth/keys/:keyId',
    {
      config: { access: { scopes: ['admin'], ownKey: 'keyId' }, audit: { action: 'key.revoked' } },
      schema: {
        tags: ['Keys'],
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description:
          'Takes effect at once and is final. A key may always revoke itself. `descendants=true` also revokes what a leaked key created, RPC tokens included.',
        params: KeyPath,
        querystring: RevokeQuery,
        response: { 200: Enveloped(RevokedKey, 'It is revoked, now or since before.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const { keyId } = request.params
      if (!(await keys.revoke(accountId, environment, keyId))) {
        throw new ApiError('NOT_FOUND', { detail: 'No API key of this account has that id.' })
      }
      const revoked = { id: keyId, revoked: true as const }
      if (!request.query.descendants) return success(request, revoked)
      const descendantsRevoked = await keys.revokeDescendants(accountId, environment, keyId)
      return success(request, { ...revoked, descendantsRevoked })
    },
  )
}

/** For the audit log. */
function scopesOf({ name, scopes, environment }: Record<string, unknown>): string {
  return `${name}, ${environment}: ${(scopes as string[]).join(' ')}`
}

/** Scopes need no such check: only `admin` reaches this route, and it has them all. */
function refuseForeignEnvironment(caller: ApiKey, environment: ApiKey['environment']): void {
  if (environment === caller.environment) return
  throw new ApiError('VALIDATION_ERROR', {
    detail: `body.environment: expected ${caller.environment}, the environment of the key that creates it`,
  })
}

/** @throws ApiError VALIDATION_ERROR for what is no origin, and for scopes that a public key must not have. */
function refuseOrigins(scopes: readonly Scope[], origins: readonly string[] | null): void {
  const wrong = (origins ?? []).findIndex((origin) => !isOriginEntry(origin))
  if (wrong >= 0)
    throw new ApiError('VALIDATION_ERROR', { detail: `body.origins[${wrong}]: expected ${ORIGIN_EXPECTED}` })
  const [forbidden] = forbiddenScopes(scopes, origins)
  if (forbidden === undefined) return
  throw new ApiError('VALIDATION_ERROR', {
    detail: `body.scopes: expected only ${PUBLIC_SCOPES.join(', ')} for a key with origins, which can be read in a page; leave ${forbidden} out`,
  })
}

function shown({ id, name, prefix, scopes, plan, environment, origins, createdAt, createdBy, expiresAt }: ApiKey) {
  return {
    id,
    name,
    prefix,
    scopes,
    plan,
    environment,
    origins,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    expiresAt: isoOrNull(expiresAt),
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
