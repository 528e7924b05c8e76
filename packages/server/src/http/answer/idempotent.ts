import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import type { Edge } from '../context.ts'

const KEY = /^[\x21-\x7e]{1,128}$/

/** What a creation answers. `secret`: it must not be kept, so a repeat is told the id instead. */
export type Creation<Body> = { body: Body; createdId: string; secret: boolean }

/**
 * Runs a creation under its `Idempotency-Key`: the first answer is repeated for 24 h, another body under the same key
 * is CONFLICT, a failed attempt is forgotten. Without the header it just runs. Answers 201.
 */
export async function idempotent<Body>(
  { ports, now, log }: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  create: () => Promise<Creation<Body>>,
): Promise<Body> {
  reply.code(201)
  const key = keyOf(request)
  if (key === null) return (await create()).body

  const { accountId, environment } = callerOf(request)
  const owned = { accountId, environment, key }
  const bodyHash = hashOf(request)
  const claim = await ports.idempotency.claim({ ...owned, bodyHash, now: now() })
  if (claim.state !== 'new') return repeat<Body>(claim, bodyHash, reply)

  let creation: Creation<Body>
  try {
    creation = await create()
  } catch (error) {
    await ports.idempotency.release(owned)
    throw error
  }
  const { body, createdId, secret } = creation
  try {
    await ports.idempotency.complete({ ...owned, status: 201, body: secret ? null : JSON.stringify(body), createdId })
  } catch (err) {
    // It is created: the answer must not be lost. A repeat will be CONFLICT until the claim expires.
    log('error', { requestId: request.id, err }, 'idempotent answer not kept')
  }
  return body
}

function keyOf(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key']
  if (given === undefined) return null
  if (typeof given !== 'string' || !KEY.test(given)) {
    throw new ApiError('VALIDATION_ERROR', { detail: 'header.idempotency-key: expected 1 to 128 visible characters' })
  }
  return given
}

/**
 * The route is part of it: one key used on two routes is two different requests. The order of members is not: a client
 * that builds its body again may write them in another.
 */
function hashOf(request: FastifyRequest): string {
  const { method, url } = request.routeOptions
  return createHash('sha256')
    .update(JSON.stringify([method, url, request.params, request.body], sortMembers))
    .digest('hex')
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Claim = Awaited<ReturnType<Edge['ports']['idempotency']['claim']>>

function repeat<Body>(claim: Exclude<Claim, { state: 'new' }>, bodyHash: string, reply: FastifyReply): Body {
  if (claim.bodyHash !== bodyHash) throw conflict('This Idempotency-Key was used with another request.')
  if (claim.state === 'pending') throw conflict('The first request with this Idempotency-Key is still running.')
  if (claim.body === null) {
    throw conflict(`This Idempotency-Key already created ${claim.createdId}; its secret is shown only once.`)
  }
  reply.code(claim.status).header('idempotent-replayed', 'true')
  return JSON.parse(claim.body) as Body
}

function conflict(detail: string): ApiError {
  return new ApiError('CONFLICT', { detail })
}
