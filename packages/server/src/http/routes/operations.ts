import { Type } from 'typebox'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { errorBody, success } from '../answer/envelope.ts'
import { causesOf } from '../answer/handleError.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, OneOf } from '../schemas/common.ts'

/** /healthz, /readyz and /metrics: public, for the machinery around the service. */
export function operationRoutes(app: App, { ports, metrics, log }: Edge): void {
  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Operations'],
        operationId: 'health',
        summary: 'Liveness of the process',
        description: 'Answers as long as the process does, whatever its dependencies do.',
        response: { 200: Enveloped(Type.Object({ status: OneOf(['ok']) }), 'It answers.') },
      },
    },
    async (request) => success(request, { status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Operations'],
        operationId: 'readiness',
        summary: 'Readiness of its dependencies',
        description: 'Names the dependencies that are missing where it is not ready; the reasons are in the log.',
        response: {
          200: Enveloped(
            Type.Object({ status: OneOf(['ready']), dependencies: Type.Array(Type.String()) }),
            'All dependencies are ready.',
          ),
        },
      },
    },
    async (request, reply) => {
      const dependencies = Object.entries(await ports.readiness())
      const missing = dependencies.filter(([, reason]) => reason !== null)
      if (missing.length === 0) {
        return success(request, { status: 'ready' as const, dependencies: dependencies.map(([name]) => name) })
      }
      // Other reasons may name hosts, so only the log has them; the caller gets the names of the dependencies.
      const reasons = missing.map(([name, reason]) => [
        name,
        reason instanceof StoreUnavailable ? [reason.message, ...causesOf(reason)].join(' ') : reason,
      ])
      log('warn', { missing: Object.fromEntries(reasons) }, 'not ready')
      const names = missing
        .map(([name, reason]) => (reason instanceof StoreUnavailable ? `${name} (${reason.reason})` : name))
        .join(', ')
      reply.code(503 as never).header('retry-after', '5')
      reply.send(errorBody('UPSTREAM_UNAVAILABLE', `Not ready: ${names}.`) as never)
      return reply
    },
  )

  app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
