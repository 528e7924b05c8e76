import { DEFAULT_GUARD, MAX_RPC_TOKENS, type RpcToken } from '../../domain/rpc/rpcToken.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { App, Edge } from '../context.ts'
import { expiryOf } from '../parse/expiryOf.ts'
import { Enveloped } from '../schemas/common.ts'
import { CreatedRpcToken, RevokedRpcToken, RpcTokenBody, RpcTokenList, RpcTokenPath } from '../schemas/guardedRpc.ts'

const admin = { access: { scopes: ['admin'] } } as const

/** POST and GET /v1/rpc-tokens, DELETE /v1/rpc-tokens/{id} */
export function rpcTokenRoutes(app: App, edge: Edge): void {
  const { rpcTokens } = edge.ports
  app.post(
    '/v1/rpc-tokens',
    {
      config: { ...admin, audit: { action: 'rpc_token.created' } },
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'createRpcToken',
        summary: 'Create an RPC token',
        description: `A credential for the URL that a wallet is given, \`/v1/rpc/{chain}/{token}\`: it reads the chain and sends transactions through the guard, and does nothing else. It shares the account’s limits. An account may have ${MAX_RPC_TOKENS} in each environment. Send an \`Idempotency-Key\` to retry safely.`,
        body: RpcTokenBody,
        response: { 201: Enveloped(CreatedRpcToken, 'The new token. It is shown only here.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const caller = callerOf(request)
        const { name, chains = null, expiresAt, ...guard } = request.body
        const wanted = {
          name,
          chains,
          guard: { ...DEFAULT_GUARD, ...guard },
          createdBy: caller.id,
          expiresAt: expiryOf(expiresAt, caller, edge.now()),
          now: edge.now(),
        }
        const { rpcToken, token } = await rpcTokens.create(caller, wanted, MAX_RPC_TOKENS).catch((error: unknown) => {
          if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
          throw error
        })
        return { body: success(request, { ...shown(rpcToken), token }), createdId: rpcToken.id, secret: true }
      }),
  )

  app.get(
    '/v1/rpc-tokens',
    {
      config: admin,
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'listRpcTokens',
        summary: 'List the RPC tokens of the account',
        response: { 200: Enveloped(RpcTokenList, 'Tokens that are neither revoked nor expired.') },
      },
    },
    async (request) => success(request, { tokens: (await rpcTokens.list(callerOf(request), edge.now())).map(shown) }),
  )

  app.delete(
    '/v1/rpc-tokens/:id',
    {
      config: { ...admin, audit: { action: 'rpc_token.revoked' } },
      schema: {
        tags: ['Guarded RPC'],
        operationId: 'revokeRpcToken',
        summary: 'Revoke an RPC token',
        description: 'Takes effect at once and is final. Transactions that it holds stay held.',
        params: RpcTokenPath,
        response: { 200: Enveloped(RevokedRpcToken, 'It is revoked, now or since before.') },
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await rpcTokens.revoke(callerOf(request), id, edge.now())))
        throw new ApiError('NOT_FOUND', { detail: 'No RPC token of this account has that id.' })
      return success(request, { id, revoked: true as const })
    },
  )
}

function shown({ id, name, prefix, chains, guard, createdAt, createdBy, expiresAt, lastUsedAt }: RpcToken) {
  const { blockAt, incomplete, onHold } = guard
  return {
    id,
    name,
    prefix,
    chains,
    blockAt,
    incomplete,
    onHold,
    createdAt: isoTime(createdAt),
    createdBy,
    expiresAt: expiresAt === null ? null : isoTime(expiresAt),
    lastUsed: lastUsedAt === null ? null : isoTime(lastUsedAt),
  }
}
