import type { Feedback } from '../../domain/feedback.ts'
import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { callerOf } from '../guard.ts'
import { idempotent } from '../idempotent.ts'
import { isoTime } from '../isoTime.ts'
import { canonicalEntity } from '../parse/canonicalEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  DecisionBody,
  FeedbackBody,
  FeedbackPage,
  FeedbackPath,
  FeedbackQuery,
  FeedbackSchema,
  GivenFeedback,
} from '../schemas/feedback.ts'

const DEFAULT_LIMIT = 25
const OPERATOR = { access: { scopes: ['admin'], operator: true } } as const

/** POST and GET /v1/feedback, PATCH /v1/feedback/{feedbackId} */
export function feedbackRoutes(app: App, edge: Edge): void {
  const { ports, now } = edge
  app.post(
    '/v1/feedback',
    {
      config: { access: { scopes: ['risk:read'] } },
      schema: {
        tags: ['Risk'],
        operationId: 'giveFeedback',
        summary: 'Report a wrong verdict',
        description:
          'The operator of the service decides on the report. It changes no score by itself. Send an `Idempotency-Key` to retry safely.',
        body: FeedbackBody,
        response: { 201: Enveloped(GivenFeedback, 'It is kept.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { id: keyId, accountId, environment } = callerOf(request)
        const { entity, chain, type, note = '' } = request.body
        const given = await ports.feedback
          .add({
            accountId,
            environment,
            keyId,
            ...canonicalEntity(entity, 'body.entity'),
            chain: chain ?? null,
            type,
            note,
            createdAt: now(),
          })
          .catch(refuseFor('CONFLICT'))
        return { body: success(request, ownView(given)), createdId: given.id, secret: false }
      }),
  )

  app.get(
    '/v1/feedback',
    {
      config: OPERATOR,
      schema: {
        tags: ['Risk'],
        operationId: 'listFeedback',
        summary: 'List feedback',
        description: 'Feedback of all accounts: open reports oldest first, others newest first.',
        querystring: FeedbackQuery,
        response: { 200: Enveloped(FeedbackPage, 'One page.') },
      },
    },
    async (request) => {
      const { status = null, limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await ports.feedback.list({ status, limit, cursor })
      return success(request, { feedback: page.feedback.map(shown), nextCursor: page.nextCursor })
    },
  )

  app.patch(
    '/v1/feedback/:feedbackId',
    {
      config: OPERATOR,
      schema: {
        tags: ['Risk'],
        operationId: 'resolveFeedback',
        summary: 'Accept or reject feedback',
        description:
          'Accepted feedback becomes an override: every later scan allows a false positive and denies a false negative. Audited; `redoubt intel unlist` removes the override.',
        params: FeedbackPath,
        body: DecisionBody,
        response: { 200: Enveloped(FeedbackSchema, 'It is decided.') },
      },
    },
    async (request) => {
      const { status, note, label = null, wholeHost = false, ofTestKey = false } = request.body
      const actor = callerOf(request).accountId
      const resolved = await ports.feedback.resolve(request.params.feedbackId, {
        status,
        note,
        label,
        wholeHost,
        ofTestKey,
        actor,
      })
      return success(request, shown(resolved))
    },
  )
}

function ownView({ id, entity, entityType, chain, type, note, status, createdAt }: Feedback) {
  return { id, entity, entityType, chain, type, note, status, createdAt: isoTime(createdAt) }
}

function shown(feedback: Feedback) {
  const { accountId, environment, keyId, resolvedBy, resolvedAt, resolution } = feedback
  return {
    ...ownView(feedback),
    accountId,
    environment,
    keyId,
    resolvedBy,
    resolution,
    resolvedAt: resolvedAt === null ? null : isoTime(resolvedAt),
  }
}

/** The port says by a RangeError what it does not take. */
function refuseFor(code: 'CONFLICT') {
  return (error: unknown): never => {
    if (error instanceof RangeError) throw new ApiError(code, { detail: error.message }, { cause: error })
    throw error
  }
}
