import { Type } from 'typebox'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { errorBody, success } from '../answer/envelope.ts'
import { causesOf } from '../answer/handleError.ts'
import type { App, Edge } from '../context.ts'
import type { Scrape } from '../metrics/metricsServer.ts'
import type { NetworkReadiness } from '../ports.ts'
import { ChainName, Enveloped, OneOf } from '../schemas/common.ts'

const NetworkState = Type.Object(
  {
    chain: ChainName,
    state: OneOf(['ready', 'behind', 'unreachable', 'not-asked'], {
      description:
        'behind: its endpoints answer, and their newest block is older than `MAX_HEAD_AGE_SECONDS`. not-asked: no endpoint is configured for it, and no scan has used its public ones yet.',
    }),
  },
  { title: 'NetworkReadiness' },
)

/**
 * As a dependency: null where one of the networks with endpoints of the operator answers, or one of all where there are none; else why
 * not. Undefined: it is not known. An old head is shown and takes nothing away: it would take away all nodes at once.
 */
function reachability(networks: readonly NetworkReadiness[]): string | null | undefined {
  const own = networks.filter((network) => network.own)
  const wanted = own.length > 0 ? own : networks
  if (wanted.some(({ state }) => state === 'ready' || state === 'behind')) return null
  if (wanted.length === 0 || wanted.some(({ state }) => state === 'not-asked')) return undefined
  return wanted.map(({ chain, reason }) => `${chain}: ${reason}`).join('; ')
}

/** /healthz and /readyz: public, for the machinery around the service. */
export function operationRoutes(app: App, { ports, log }: Edge): void {
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
        description:
          'Names the dependencies that are missing where it is not ready; the reasons are in the log. Of the networks whose endpoints the operator named one must be reachable, as of the last ten seconds; where none is named, one of all that scans used.',
        response: {
          200: Enveloped(
            Type.Object({
              status: OneOf(['ready']),
              dependencies: Type.Array(Type.String()),
              networks: Type.Array(NetworkState, { description: 'Networks that live keys may name.' }),
            }),
            'All dependencies are ready.',
          ),
        },
      },
    },
    async (request, reply) => {
      const [found, networks] = await Promise.all([ports.readiness(), ports.networkReadiness()])
      const dependencies: [string, string | StoreUnavailable | null][] = Object.entries(found)
      const reached = reachability(networks)
      if (reached !== undefined) dependencies.push(['networks', reached])
      const missing = dependencies.filter(([, reason]) => reason !== null)
      const shown = networks.map(({ chain, state }) => ({ chain, state }))
      if (missing.length === 0) {
        return success(request, {
          status: 'ready' as const,
          dependencies: dependencies.map(([name]) => name),
          networks: shown,
        })
      }
      // Other reasons may name hosts, so only the log has them; the caller gets the names of the dependencies.
      const reasons = missing.map(([name, reason]) => [
        name,
        reason instanceof StoreUnavailable ? [reason.message, ...causesOf(reason)].join(' ') : reason,
      ])
      log('warn', { missing: Object.fromEntries(reasons) }, 'not ready')
      const states = networks.map(({ chain, state }) => `${chain} ${state}`)
      const names = missing
        .map(([name, reason]) => {
          if (name === 'networks') return `networks (${states.join(', ')})`
          return reason instanceof StoreUnavailable ? `${name} (${reason.reason})` : name
        })
        .join(', ')
      reply.code(503 as never).header('retry-after', '5')
      const { success: ready, error } = errorBody('UPSTREAM_UNAVAILABLE', `Not ready: ${names}.`)
      reply.send({ success: ready, error: { ...error, networks: shown } } as never)
      return reply
    },
  )
}

/** /metrics: public, where it has no port of its own. */
export function metricsRoute(app: App, scrape: Scrape | null): void {
  if (scrape === null) return
  app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    const { text, contentType } = await scrape()
    reply.type(contentType)
    return text
  })
}
