import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../domain/auditEntry.ts'
import type { Edge } from '../context.ts'
import { callerOf } from './guard.ts'

/** Who makes a request, for the audit log. */
function actorOf(request: FastifyRequest): AuditEntry['actor'] {
  const { id, name } = callerOf(request)
  return { kind: request.signedIn === null ? 'key' : 'member', id, name }
}

/** Who changes what all accounts share, for its trail. */
export function operatorOf(request: FastifyRequest): string {
  const { accountId, name } = callerOf(request)
  return request.signedIn === null ? accountId : `member:${name}`
}

/** The `preSerialization` hook that writes an entry before a change is answered. */
export function createAuditHook({ ports, now, log }: Edge) {
  return async function audit(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { audit: audited } = request.route.config
    const repeated = reply.hasHeader('idempotent-replayed')
    if (audited === undefined || repeated || reply.statusCode >= 400) return payload
    const data = (payload as { data?: Record<string, unknown> }).data ?? {}
    const parameters = request.params as Record<string, string>
    const subject =
      parameters.id ??
      parameters.keyId ??
      parameters.requestId ??
      parameters.address ??
      String(data.id ?? data.value ?? '')
    try {
      await ports.audit.add({
        accountId: callerOf(request).accountId,
        at: now(),
        actor: actorOf(request),
        address: request.ip,
        action: audited.action,
        subject,
        detail: audited.detail?.(data) ?? '',
      })
    } catch (err) {
      // It is done: the answer must not be lost.
      log('error', { requestId: request.id, err, action: audited.action }, 'audit entry not kept')
    }
    return payload
  }
}
