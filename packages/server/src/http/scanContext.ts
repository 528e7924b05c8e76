import type { FastifyReply } from 'fastify'
import type { ScanContext } from '../domain/ports/httpPorts.ts'
import { disconnectSignal } from './disconnectSignal.ts'
import { callerOf } from './guard.ts'

/** Returns the caller of a scan, and the signal that fires when it no longer waits. */
export function scanContext(reply: FastifyReply): ScanContext {
  const { accountId, environment } = callerOf(reply.request)
  return { environment, accountId, requestId: reply.request.id, signal: disconnectSignal(reply) }
}
