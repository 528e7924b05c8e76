import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import { ACCUSATIONS, type Feedback } from '../../domain/feedback.ts'
import { Nullable, OneOf, Text } from './common.ts'
import { readOnlyMembers } from './inertMembers.ts'

const STATUSES = ['open', 'accepted', 'rejected'] as const

const Time = Type.String({ format: 'date-time' })
const FeedbackType = OneOf<Feedback['type']>(['false_positive', 'false_negative'], {
  description: 'false_positive: the entity is harmless. false_negative: the entity is worse than the verdict.',
})
const ChainOrAll = OneOf<Chain>(CHAINS, { description: 'For an address: this network only. Default: all networks.' })

/** Body of POST /v1/feedback. */
export const FeedbackBody = Type.Object(
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
export const GivenFeedback = Type.Object(own, { title: 'GivenFeedback' })

/** One as an operator sees it. */
export const FeedbackSchema = Type.Object(
  {
    ...own,
    accountId: Type.String(),
    environment: OneOf<Feedback['environment']>(['live', 'test']),
    keyId: Type.String(),
    resolvedBy: Nullable(Type.String(), { description: 'An account, or `cli:` and a user.' }),
    resolvedAt: Nullable(Time),
    resolution: Nullable(Type.String(), { description: 'The operator’s words.' }),
  },
  { title: 'Feedback' },
)
export const FeedbackPage = Type.Object({
  feedback: Type.Array(FeedbackSchema),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})
export const FeedbackQuery = Type.Object({
  status: Type.Optional(OneOf<Feedback['status']>(STATUSES)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(
    Text('^[0-9]{1,15}$', { description: 'The `nextCursor` of the page before.', expected: 'a cursor as answered' }),
  ),
})
export const FeedbackPath = Type.Object({
  feedbackId: Text('^[!-~]{1,128}$', { description: 'Id of the feedback.', expected: 'the id of feedback' }),
})

const decision = {
  status: OneOf(['accepted', 'rejected'], {
    description: 'accepted: from now on every scan follows the operator’s decision on the entity.',
  }),
  note: Text('^[^\\p{C}\\s](?:[^\\p{C}]{0,118}[^\\p{C}\\s])?$', {
    description: 'Reason; shown with the decision on the entity and in the audit trail.',
    expected: '1 to 120 characters, no control characters and no space at either end',
  }),
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
export const DecisionBody = Type.Object(
  { ...decision, ...readOnlyMembers(FeedbackSchema.properties, decision) },
  {
    title: 'FeedbackDecision',
    examples: [{ status: 'accepted', label: 'phishing', note: 'Asks for the recovery phrase; seen on 2026-11-21' }],
  },
)
