import type { Delivery } from '../../domain/delivery.ts'
import { PAID_PLANS } from '../../domain/plan.ts'
import { callerOf } from '../access/guard.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { Access, App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import { DeliveryPage, DeliveryPath, DeliveryQuery, DeliverySchema, WebhookPath } from '../schemas/webhooks.ts'

/** Who may do anything with webhooks. For the `config` of a route. */
export const WEBHOOK_ACCESS: { access: Access } = {
  access: { scopes: ['webhooks:write'], paid: { feature: 'Webhooks', plans: PAID_PLANS } },
}

const DEFAULT_LIMIT = 25

/** What a webhook was sent: the log, a test, and another attempt. */
export function webhookDeliveryRoutes(app: App, edge: Edge): void {
  const { webhooks } = edge.ports
  app.post(
    '/v1/webhooks/:id/test',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description:
          'Sends an event of type `webhook.test`, signed and retried like any other. Send an `Idempotency-Key` to retry safely.',
        params: WebhookPath,
        response: { 201: Enveloped(DeliverySchema, 'It is on its way.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const delivery = requireOwned(await webhooks.test(callerOf(request), request.params.id), 'webhook')
        return { body: success(request, shown(delivery)), createdId: delivery.id, secret: false }
      }),
  )

  app.get(
    '/v1/webhooks/:id/deliveries',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'listDeliveries',
        summary: 'List the deliveries of a webhook',
        description: 'Deliveries of the last 30 days, newest first, with their attempts.',
        params: WebhookPath,
        querystring: DeliveryQuery,
        response: { 200: Enveloped(DeliveryPage, 'One page.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = requireOwned(
        await webhooks.deliveries(callerOf(request), request.params.id, { limit, cursor }),
        'webhook',
      )
      return success(request, { deliveries: page.deliveries.map(shown), nextCursor: page.nextCursor })
    },
  )

  app.post(
    '/v1/webhooks/:id/deliveries/:deliveryId/retry',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'retryDelivery',
        summary: 'Retry a delivery',
        description: 'One attempt with the same bytes, now. Its failure does not make the webhook fail.',
        params: DeliveryPath,
        response: { 200: Enveloped(DeliverySchema, 'An attempt is due.') },
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params
      return success(request, shown(requireOwned(await webhooks.retry(callerOf(request), id, deliveryId), 'delivery')))
    },
  )
}

function shown({ id, eventId, type, status, attempts, nextAttemptAt, createdAt }: Delivery) {
  return {
    id,
    eventId,
    type,
    status,
    createdAt: isoTime(createdAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: isoTime(at), ...attempt })),
    nextAttemptAt: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
  }
}
