import type { FastifyRequest } from 'fastify'
import {
  fitsWebhook,
  isWebhookSecret,
  MAX_ENTITY_BYTES,
  type Webhook,
  type WebhookEntities,
} from '../../domain/webhook.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { App, Edge } from '../context.ts'
import { canonicalEntity, checksummed } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  Bare,
  CreatedWebhook,
  DeletedWebhook,
  RotatedSecret,
  RotationBody,
  WebhookBody,
  WebhookChange,
  WebhookList,
  WebhookPath,
  WebhookSchema,
} from '../schemas/webhooks.ts'
import { WEBHOOK_ACCESS } from './webhookDeliveries.ts'

/** POST and GET /v1/webhooks; GET, PATCH and DELETE /v1/webhooks/{id}; activation and rotation of its secret. */
export function webhookRoutes(app: App, edge: Edge): void {
  const { webhooks } = edge.ports
  app.post(
    '/v1/webhooks',
    {
      config: { ...WEBHOOK_ACCESS, audit: { action: 'webhook.created', detail: hostOf } },
      schema: {
        tags: ['Webhooks'],
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'Send an `Idempotency-Key` to retry safely.',
        body: WebhookBody,
        response: { 201: Bare(CreatedWebhook, 'It is active. The secret is shown only here.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { url, events, entities = [], secret } = request.body
        const about = { url, events: [...new Set(events)], entities: entitiesOf(entities) }
        const wanted = { ...about, secret: webhookSecret(secret) }
        const { webhook, secret: shownOnce } = await webhooks.create(callerOf(request), wanted)
        const { lastTriggered: _, ...data } = { ...shown(webhook), secret: shownOnce }
        return { body: { success: true as const, data }, createdId: webhook.id, secret: true }
      }),
  )

  app.get(
    '/v1/webhooks',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'listWebhooks',
        summary: 'List the webhooks of the account',
        response: { 200: Bare(WebhookList, 'Newest first.') },
      },
    },
    async (request) => {
      const found = await webhooks.list(callerOf(request))
      return { success: true as const, data: { webhooks: found.map(summary) } }
    },
  )

  app.get(
    '/v1/webhooks/:id',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: WebhookPath,
        response: { 200: Enveloped(WebhookSchema, 'The webhook, without its secret.') },
      },
    },
    async (request) => one(request, await webhooks.get(callerOf(request), request.params.id)),
  )

  app.patch(
    '/v1/webhooks/:id',
    {
      config: { ...WEBHOOK_ACCESS, audit: { action: 'webhook.changed', detail: hostOf } },
      schema: {
        tags: ['Webhooks'],
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'Omitted members stay as they are. Read-only members of GET are accepted and ignored. Pending deliveries go to the new address.',
        params: WebhookPath,
        body: WebhookChange,
        response: { 200: Enveloped(WebhookSchema, 'As it is now.') },
      },
    },
    async (request) => {
      const { url, events, entities } = request.body
      const change = {
        ...(url !== undefined && { url }),
        ...(events && { events: [...new Set(events)] }),
        ...(entities && { entities: entitiesOf(entities) }),
      }
      return one(request, await webhooks.update(callerOf(request), request.params.id, change))
    },
  )

  app.delete(
    '/v1/webhooks/:id',
    {
      config: { ...WEBHOOK_ACCESS, audit: { action: 'webhook.deleted' } },
      schema: {
        tags: ['Webhooks'],
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Deletes its deliveries too, including those that are due.',
        params: WebhookPath,
        response: { 200: Enveloped(DeletedWebhook, 'It is gone.') },
      },
    },
    async (request) => {
      const { id } = request.params
      requireOwned((await webhooks.delete(callerOf(request), id)) || null, 'webhook')
      return success(request, { id, deleted: true as const })
    },
  )

  app.post(
    '/v1/webhooks/:id/activate',
    {
      config: WEBHOOK_ACCESS,
      schema: {
        tags: ['Webhooks'],
        operationId: 'activateWebhook',
        summary: 'Activate a failing webhook',
        description:
          'Sends the events of the last three days that waited meanwhile. An active webhook does not change.',
        params: WebhookPath,
        response: { 200: Enveloped(WebhookSchema, 'It is active.') },
      },
    },
    async (request) => one(request, await webhooks.activate(callerOf(request), request.params.id)),
  )

  app.post(
    '/v1/webhooks/:id/rotate-secret',
    {
      config: { ...WEBHOOK_ACCESS, audit: { action: 'webhook.secret_rotated' } },
      schema: {
        tags: ['Webhooks'],
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description: 'The previous secret stays valid for 24 hours; any older one stops working at once.',
        'x-optional-body': true,
        params: WebhookPath,
        body: RotationBody,
        response: { 200: Enveloped(RotatedSecret, 'The new secret, shown only here.') },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async (request) => {
      const { id } = request.params
      const rotated = requireOwned(
        await webhooks.rotateSecret(callerOf(request), id, webhookSecret(request.body.secret)),
        'webhook',
      )
      return success(request, { id, secret: rotated.secret, earlierSecretUntil: isoTime(rotated.earlierUntil) })
    },
  )
}

/** @throws ApiError NOT_FOUND */
function one(request: FastifyRequest, found: Webhook | null) {
  return success(request, shown(requireOwned(found, 'webhook')))
}

/** @throws ApiError VALIDATION_ERROR */
function entitiesOf(given: string[]): WebhookEntities {
  const read = given.map((text, index) => {
    const member = `body.entities[${index}]`
    const { entity: key, entityType } = canonicalEntity(text, member)
    if (entityType === 'transaction') throw new ApiError('VALIDATION_ERROR', { detail: finished(member) })
    return { key, shown: entityType === 'address' ? checksummed(text, member) : text }
  })
  const entities = { spelled: read.map(({ shown }) => shown), keys: read.map(({ key }) => key) }
  if (!fitsWebhook(entities))
    throw new ApiError('VALIDATION_ERROR', {
      detail: `body.entities: expected at most ${MAX_ENTITY_BYTES} bytes in all; list the rest in another webhook`,
    })
  return entities
}

/** For the audit log: a path or a query may hold a secret. */
function hostOf({ url }: Record<string, unknown>): string {
  return URL.parse(String(url))?.host ?? ''
}

function finished(member: string): string {
  return `${member}: expected an address or a URL; transaction hashes cannot be watched`
}

function shown({ entities, ...webhook }: Webhook) {
  return { ...summary(webhook), entities }
}

function summary({ id, url, events, status, lastTriggeredAt, createdAt }: Omit<Webhook, 'entities'>) {
  const lastTriggered = lastTriggeredAt === null ? null : isoTime(lastTriggeredAt)
  return { id, url, events, status, lastTriggered, createdAt: isoTime(createdAt) }
}

/**
 * A secret of the caller's own, or null.
 * @throws ApiError VALIDATION_ERROR
 */
function webhookSecret(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!isWebhookSecret(given))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.secret: expected text that UTF-8 can write, without NUL and half surrogate pairs',
    })
  return given
}
