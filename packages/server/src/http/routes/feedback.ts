import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { type Static, Type } from 'typebox'
import { ACCUSATIONS, type Feedback } from '../../domain/feedback.ts'
import { ApiError } from '../../errors.ts'
import { operatorOf } from '../access/audit.ts'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import { rejudge } from '../answer/rejudge.ts'
import type { App, Edge } from '../context.ts'
import { canonicalEntity } from '../parse/parseEntity.ts'
import { AppealBody, AppealSchema } from '../schemas/appeal.ts'
import { Enveloped, Nullable, OneOf, OperatorNote, Text } from '../schemas/common.ts'
import { readOnlyMembers } from '../schemas/inertMembers.ts'

const STATUSES = ['open', 'accepted', 'rejected'] as const

const Time = Type.String({ format: 'date-time' })

const FeedbackType = OneOf<Feedback['type']>(['false_positive', 'false_negative'], {
  description: 'false_positive: the entity is harmless. false_negative: the entity is worse than the verdict.',
})

const ChainOrAll = OneOf<Chain>(CHAINS, { description: 'For an address: this network only. Default: all networks.' })

/** Body of POST /v1/feedback. */
const FeedbackBody = Type.Object(
  {
    entity: Type.String({
      maxLength: 8_192,
      description: 'An address, an http or https URL, or a transaction hash.',
      'x-expected': 'an address, http or https URL, or transaction hash',
    }),
    chain: Type.Optional(ChainOrAll),
    type: FeedbackType,
    note: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Why, for the operator.', 'x-expected': 'at most 1000 characters' }),
    ),
    appeal: Type.Optional(AppealBody),
  },
  {
    title: 'FeedbackRequest',
    examples: [{ entity: 'https://app.example.org', type: 'false_positive', note: 'Our own site; see the ticket.' }],
  },
)

const own = {
  id: Type.String(),
  entity: Type.String({ description: 'An EIP-55 address, a URL without credentials and fragment, a hash.' }),
  entityType: OneOf<Feedback['entityType']>(['address', 'url', 'transaction']),
  chain: Nullable(Type.String(), { description: 'Null: all networks.' }),
  type: FeedbackType,
  note: Type.String(),
  status: OneOf<Feedback['status']>(STATUSES),
  createdAt: Time,
}

/** `data` of POST /v1/feedback. */
const GivenFeedback = Type.Object({ ...own, appeal: Type.Optional(AppealSchema) }, { title: 'GivenFeedback' })

/** One as an operator sees it. */
const FeedbackSchema = Type.Object(
  {
    ...own,
    appeal: Type.Optional(AppealSchema),
    accountId: Type.String(),
    environment: OneOf<Feedback['environment']>(['live', 'test']),
    keyId: Type.String(),
    resolvedBy: Nullable(Type.String(), { description: 'An account, `member:` and a name, or `cli:` and a user.' }),
    resolvedAt: Nullable(Time),
    resolution: Nullable(Type.String(), { description: 'The operator’s words.' }),
  },
  { title: 'Feedback' },
)

const FeedbackPage = Type.Object({
  feedback: Type.Array(FeedbackSchema),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})

const FeedbackQuery = Type.Object({
  status: Type.Optional(OneOf<Feedback['status']>(STATUSES)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(
    Text('^[0-9]{1,15}$', { description: 'The `nextCursor` of the page before.', expected: 'a cursor as answered' }),
  ),
})

const FeedbackPath = Type.Object({
  feedbackId: Text('^[!-~]{1,128}$', { description: 'Id of the feedback.', expected: 'the id of feedback' }),
})

const decision = {
  status: OneOf(['accepted', 'rejected'], {
    description: 'accepted: from now on every scan follows the operator’s decision on the entity.',
  }),
  note: OperatorNote,
  label: Type.Optional(
    OneOf(ACCUSATIONS, {
      description:
        'Accusation against the entity of an accepted false negative. Required there, and refused otherwise.',
    }),
  ),
  wholeHost: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Apply the decision also to a host that strangers share, such as github.io.',
    }),
  ),
  ofTestKey: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Accept also feedback from a test key: the decision holds for live scans too.',
    }),
  ),
}

/** Body of PATCH /v1/feedback/{feedbackId}: also feedback as GET answers it, whose `note` is then the operator's. */
const DecisionBody = Type.Object(
  { ...decision, ...readOnlyMembers(FeedbackSchema.properties, decision) },
  {
    title: 'FeedbackDecision',
    examples: [{ status: 'accepted', label: 'phishing', note: 'Asks for the recovery phrase; seen on 2026-11-21' }],
  },
)

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
          'The operator of the service decides on the report. It changes no score by itself. With `appeal` the disputed scan is judged anew at once, which needs the scope scan:read, and the answer says what changed. Send an `Idempotency-Key` to retry safely.',
        body: FeedbackBody,
        response: { 201: Enveloped(GivenFeedback, 'It is kept.') },
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { id: keyId, accountId, environment } = callerOf(request)
        const { entity, chain, type, note = '', appeal: disputed } = request.body
        const named = canonicalEntity(entity, 'body.entity')
        const judged =
          disputed === undefined
            ? null
            : await rejudge(edge, request, reply, disputed, { ...named, chain: chain ?? null })
        const given = await ports.feedback
          .add({
            accountId,
            environment,
            keyId,
            ...named,
            // A case shows one network.
            chain: chain ?? (named.entityType === 'address' ? (judged?.chain ?? null) : null),
            type,
            note,
            appeal: judged?.appeal ?? null,
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
      config: { ...OPERATOR, audit: { action: 'feedback.decided', detail: statusOf } },
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
      const actor = operatorOf(request)
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

function ownView({ id, entity, entityType, chain, type, note, status, appeal, createdAt }: Feedback) {
  const own = { id, entity, entityType, chain, type, note, status, createdAt: isoTime(createdAt) }
  return appeal === null ? own : { ...own, appeal: appeal as Static<typeof AppealSchema> }
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

/** For the audit log. */
function statusOf({ status }: Record<string, unknown>): string {
  return String(status)
}
