import type { Chain } from '@redoubt/risk/chain.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PLAN_LIMITS } from '../../domain/plan.ts'
import type { RpcOutcome } from '../../domain/ports/rpcRelay.ts'
import { DEFAULT_GUARD } from '../../domain/rpc/rpcToken.ts'
import { ApiError } from '../../errors.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { callerOf } from '../access/guard.ts'
import { scanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { RpcAnswer, RpcBody, RpcPath } from '../schemas/guardedRpc.ts'

const MAX_BATCH = 100
/** Calls of one batch that are asked at once. */
const AT_ONCE = 8
/** Characters of all answers of a batch. */
const MAX_ANSWER = 16 * 1024 * 1024
const MAX_METHOD = 100
const MAX_ID = 128
const INVALID_REQUEST = -32_600
const INTERNAL = -32_603
const LIMIT_EXCEEDED = -32_005

type Id = string | number | null

/** POST /v1/rpc/{chain}, also reached as /v1/rpc/{chain}/{token}: the token is taken out of the URL before anything reads it. */
export function guardedRpcRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/rpc/:chain',
    {
      config: { access: { scopes: ['scan:read'], rpcToken: true, anyOrigin: true } },
      schema: {
        // Its answers are JSON-RPC and have no envelope: clients and pages that are generated from the document could not read them.
        hide: true,
        tags: ['Guarded RPC'],
        operationId: 'guardedRpc',
        summary: 'Call a network through the guard',
        description:
          'JSON-RPC 2.0, for wallets in place of a node. Reads pass; `eth_sendRawTransaction` is scanned, checked against the policies of the wallets that it concerns, then forwarded, held or refused (error −32003 with the reason in `data`); every other method is −32601. Send a key in the header, or put an RPC token behind the network: `/v1/rpc/{chain}/{token}`. Pages of any origin may call it. Each call of a batch counts as a request.',
        params: RpcPath,
        body: RpcBody,
        response: { 200: RpcAnswer },
      },
    },
    async (request, reply) => {
      const { chain } = request.params
      const token = request.rpcToken
      if (token?.chains && !token.chains.includes(chain))
        throw new ApiError('INSUFFICIENT_SCOPE', { limit: `works only on ${token.chains.join(', ')}` })
      edge.ports.requireNetwork(callerOf(request).environment, chain)
      reply.header('content-type', 'application/json; charset=utf-8')
      const { body } = request
      if (!Array.isArray(body)) return JSON.stringify(await answer(edge, request, reply, chain, body))
      if (body.length === 0 || body.length > MAX_BATCH)
        return JSON.stringify(
          failed(null, INVALID_REQUEST, `a batch has 1 to ${MAX_BATCH} calls; send several batches`),
        )
      let written = 0
      const answers = await mapConcurrent(body, AT_ONCE, async (element: unknown, index) => {
        // The request itself was counted when it came.
        const refused = index === 0 ? null : await overLimit(edge, request, element)
        const outcome = refused ?? (await answer(edge, request, reply, chain, element))
        const text = JSON.stringify(outcome)
        written += text.length
        if (written <= MAX_ANSWER) return text
        return JSON.stringify(
          failed(outcome.id, LIMIT_EXCEEDED, 'the answers of the batch are too large; ask for less'),
        )
      })
      return `[${answers.join(',')}]`
    },
  )
}

async function answer(edge: Edge, request: FastifyRequest, reply: FastifyReply, chain: Chain, element: unknown) {
  const { id = null, method, params = [], jsonrpc } = (element ?? {}) as Record<string, unknown>
  const known = isId(id) ? id : null
  if (
    jsonrpc !== '2.0' ||
    !isId(id) ||
    typeof method !== 'string' ||
    method.length > MAX_METHOD ||
    !Array.isArray(params)
  )
    return failed(
      known,
      INVALID_REQUEST,
      'expected an object with jsonrpc "2.0", an id (text, number or null), a method and params, a list',
    )
  const { accountId, environment } = callerOf(request)
  const context = scanContext(reply)
  try {
    const outcome = await edge.ports.rpc.call({
      owner: { accountId, environment },
      chain,
      call: { method, params },
      guard: request.rpcToken?.guard ?? DEFAULT_GUARD,
      sentBy: request.rpcToken?.id ?? null,
      requestId: request.id,
      signal: context.signal,
      async record({ transaction }, { outer }) {
        const subject = transaction.from
        const input = {
          chain,
          from: transaction.from,
          to: transaction.to,
          value: String(transaction.value),
          data: transaction.data,
        }
        await storeScan(
          edge,
          scanRecord(edge, request, { kind: 'transaction', chain, subject, input, result: outer.scan }),
        )
      },
    })
    return answered(known, outcome)
  } catch (error) {
    edge.log('error', { requestId: request.id, err: error }, 'a JSON-RPC call failed')
    return failed(known, INTERNAL, `Something went wrong on our side. Quote the request id ${request.id}.`)
  }
}

/** Counts one more call of a batch. @returns the refusal when the account has used its limit up. */
async function overLimit({ ports, now }: Edge, request: FastifyRequest, element: unknown) {
  const { accountId, plan } = callerOf(request)
  const { allowed, resetAt } = await ports.rateCounters.take(accountId, PLAN_LIMITS[plan], now())
  if (allowed) return null
  const seconds = Math.max(1, Math.ceil((resetAt - now()) / 1000))
  const { id = null } = (element ?? {}) as { id?: unknown }
  return failed(isId(id) ? id : null, LIMIT_EXCEEDED, `too many requests; try again in ${seconds} s`)
}

function isId(id: unknown): id is Id {
  return id === null || Number.isSafeInteger(id) || (typeof id === 'string' && id.length <= MAX_ID)
}

function answered(id: Id, outcome: RpcOutcome) {
  return { jsonrpc: '2.0' as const, id, ...outcome }
}

function failed(id: Id, code: number, message: string) {
  return { jsonrpc: '2.0' as const, id, error: { code, message } }
}
