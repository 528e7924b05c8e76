import { canBeWatched, monitorSettings, type WantedMonitor, type WatchedMonitor } from '../../domain/monitor.ts'
import { MONITOR_LIMITS, PAID_PLANS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { Access, App, Edge, KeyAccess } from '../context.ts'
import { checksummed } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  DeletedMonitor,
  MonitorBody,
  MonitorPage,
  MonitorPath,
  MonitorQuery,
  MonitorReplacement,
  type MonitorRequest,
  MonitorSchema,
} from '../schemas/monitors.ts'

const paid: NonNullable<KeyAccess['paid']> = { feature: 'Monitors', plans: PAID_PLANS }
const reading = { access: { scopes: ['wallet:read'], paid } satisfies Access }
const changing = { access: { scopes: ['webhooks:write'], paid } satisfies Access }
const DEFAULT_LIMIT = 25

/** POST and GET /v1/monitors; GET, PUT and DELETE /v1/monitors/{id}. */
export function monitorRoutes(app: App, edge: Edge): void {
  const { monitors } = edge.ports
  app.post(
    '/v1/monitors',
    {
      config: { ...changing, audit: { action: 'monitor.created' } },
      schema: {
        tags: ['Monitors'],
        operationId: 'createMonitor',
        summary: 'Watch an address',
        description: `Activity of the address becomes events, which webhooks, the stream and the list deliver. Pro has up to ${MONITOR_LIMITS.pro} in each environment, Enterprise ${MONITOR_LIMITS.enterprise}. Send an \`Idempotency-Key\` to retry safely.`,
        body: MonitorBody,
        response: { 201: Enveloped(MonitorSchema, 'It is watched from the next blocks on.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const made = await monitors.create(callerOf(request), parseMonitor(request.body))
        return { body: success(request, shown(made)), createdId: made.id, secret: false }
      }),
  )

  app.get(
    '/v1/monitors',
    {
      config: reading,
      schema: {
        tags: ['Monitors'],
        operationId: 'listMonitors',
        summary: 'List the monitors of the account',
        querystring: MonitorQuery,
        response: { 200: Enveloped(MonitorPage, 'Newest first.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await monitors.list(callerOf(request), { limit, cursor })
      return success(request, { monitors: page.monitors.map(shown), nextCursor: page.nextCursor })
    },
  )

  app.get(
    '/v1/monitors/:id',
    {
      config: reading,
      schema: {
        tags: ['Monitors'],
        operationId: 'getMonitor',
        summary: 'Get a monitor',
        params: MonitorPath,
        response: { 200: Enveloped(MonitorSchema, 'The monitor.') },
      },
    },
    async (request) => success(request, shown(known(await monitors.get(callerOf(request), request.params.id)))),
  )

  app.put(
    '/v1/monitors/:id',
    {
      config: { ...changing, audit: { action: 'monitor.changed' } },
      schema: {
        tags: ['Monitors'],
        operationId: 'replaceMonitor',
        summary: 'Replace a monitor',
        description:
          'The id stays. Omitted members get their defaults. Read-only members of GET are accepted and ignored.',
        params: MonitorPath,
        body: MonitorReplacement,
        response: { 200: Enveloped(MonitorSchema, 'As it is now.') },
      },
    },
    async (request) => {
      const wanted = parseMonitor(request.body)
      return success(request, shown(known(await monitors.replace(callerOf(request), request.params.id, wanted))))
    },
  )

  app.delete(
    '/v1/monitors/:id',
    {
      config: { ...changing, audit: { action: 'monitor.deleted' } },
      schema: {
        tags: ['Monitors'],
        operationId: 'deleteMonitor',
        summary: 'Delete a monitor',
        params: MonitorPath,
        response: { 200: Enveloped(DeletedMonitor, 'The monitor is deleted; its events stay.') },
      },
    },
    async (request) => {
      const { id } = request.params
      known((await monitors.delete(callerOf(request), id)) || null)
      return success(request, { id, deleted: true as const })
    },
  )
}

/** @throws ApiError NOT_FOUND */
function known<Value>(found: Value | null): Value {
  if (found === null) throw new ApiError('NOT_FOUND', { detail: 'No monitor of this account has that id.' })
  return found
}

function shown({ createdAt, updatedAt, watch, ...monitor }: WatchedMonitor) {
  const time = (at: number) => new Date(at).toISOString()
  return {
    ...monitor,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
    watch: watch && {
      blockNumber: String(watch.number),
      internalTransactions: watch.inside,
      skippedBlocks: watch.skippedBlocks && {
        from: String(watch.skippedBlocks.from),
        to: String(watch.skippedBlocks.to),
        at: time(watch.skippedBlocks.at),
      },
    },
  }
}

/**
 * The monitor that a body asks for, with the defaults for what it leaves out.
 * @throws ApiError VALIDATION_ERROR for an address that is mistyped, or that has no private key (burn addresses).
 */
function parseMonitor({ address, chain = 'ethereum', monitoring, alerts }: MonitorRequest): WantedMonitor {
  if (!canBeWatched(address))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.address: expected an address with a private key; this is a burn address',
    })
  return { address: checksummed(address, 'body.address'), chain, ...monitorSettings(monitoring, alerts) }
}
