import type {
  CreatedWebhook,
  DeleteWebhookResult,
  Delivery,
  ListDeliveriesResult,
  ListWebhooksResult,
  Replay,
  ReplayRequest,
  RotatedSecret,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookRequest,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Where events are posted to; `verifyWebhook` checks what arrives. */
export function webhookMethods({ call }: Transport) {
  const deliveries = (id: string, query?: Query<'listDeliveries'>, options?: CallOptions) =>
    call<ListDeliveriesResult>({ method: 'GET', path: path`/v1/webhooks/${id}/deliveries`, query }, options)
  return {
    /** The answer has the secret, this once. */
    create(body: WebhookRequest, options?: CallOptions) {
      return call<CreatedWebhook>({ method: 'POST', path: '/v1/webhooks', body, effect: 'creates' }, options)
    },
    list(options?: CallOptions) {
      return call<ListWebhooksResult>({ method: 'GET', path: '/v1/webhooks' }, options)
    },
    get(id: string, options?: CallOptions) {
      return call<Webhook>({ method: 'GET', path: path`/v1/webhooks/${id}` }, options)
    },
    update(id: string, body: WebhookChange, options?: CallOptions) {
      return call<Webhook>({ method: 'PATCH', path: path`/v1/webhooks/${id}`, body }, options)
    },
    delete(id: string, options?: CallOptions) {
      return call<DeleteWebhookResult>({ method: 'DELETE', path: path`/v1/webhooks/${id}` }, options)
    },
    /** Activates a failing webhook; its parked deliveries are sent. */
    activate(id: string, options?: CallOptions) {
      return call<Webhook>({ method: 'POST', path: path`/v1/webhooks/${id}/activate` }, options)
    },
    /** The previous secret stays valid for 24 hours; any older one stops working at once. */
    rotateSecret(id: string, body: SecretRotation = {}, options?: CallOptions) {
      // Twice would end the secret that receivers hold.
      return call<RotatedSecret>(
        { method: 'POST', path: path`/v1/webhooks/${id}/rotate-secret`, body, effect: 'once' },
        options,
      )
    },
    /** Sends a test event. */
    test(id: string, options?: CallOptions) {
      return call<Delivery>({ method: 'POST', path: path`/v1/webhooks/${id}/test`, effect: 'creates' }, options)
    },
    /** One page of deliveries. */
    deliveries,
    /** Every delivery, page by page. */
    eachDelivery(
      id: string,
      query: Query<'listDeliveries'> = {},
      options?: CallOptions,
    ): AsyncGenerator<Delivery, void, undefined> {
      return iterate(
        (cursor) => deliveries(id, cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.deliveries,
        query.cursor,
      )
    },
    retryDelivery(id: string, deliveryId: string, options?: CallOptions) {
      return call<Delivery>(
        { method: 'POST', path: path`/v1/webhooks/${id}/deliveries/${deliveryId}/retry`, effect: 'once' },
        options,
      )
    },
    /** Sends past events again. */
    replay(id: string, body: ReplayRequest, options?: CallOptions) {
      return call<Replay>({ method: 'POST', path: path`/v1/webhooks/${id}/replay`, body, effect: 'creates' }, options)
    },
  }
}
