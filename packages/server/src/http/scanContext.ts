import type { FastifyReply } from 'fastify'
import type { ScanContext } from '../domain/ports/httpPorts.ts'
import { disconnectSignal } from './disconnectSignal.ts'
import { callerOf } from './guard.ts'

/** Who asks for a scan, and until when anybody waits for it. */
export function scanContext(reply: FastifyReply): ScanContext {
  const { accountId, environment } = callerOf(reply.request)
  return { environment, accountId, requestId: reply.request.id, signal: disconnectSignal(reply) }
}
