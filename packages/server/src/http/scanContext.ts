import type { FastifyReply } from 'fastify'
import { disconnectSignal } from './disconnectSignal.ts'
import { callerOf } from './guard.ts'
import type { ScanContext } from './ports/httpPorts.ts'

/** Who asks for a scan, and until when anybody waits for it. */
export function scanContext(reply: FastifyReply): ScanContext {
  const { accountId, environment } = callerOf(reply.request)
  return { environment, accountId, requestId: reply.request.id, signal: disconnectSignal(reply) }
}
