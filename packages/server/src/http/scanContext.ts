import type { FastifyReply } from 'fastify'
import { disconnectSignal } from './disconnectSignal.ts'
import { callerOf } from './guard.ts'
import type { ScanContext } from './ports.ts'

/** Returns the caller of a scan, and the signal that fires when it no longer waits. */
export function scanContext(reply: FastifyReply): ScanContext {
  const { accountId, environment } = callerOf(reply.request)
  return { environment, accountId, requestId: reply.request.id, signal: disconnectSignal(reply) }
}
