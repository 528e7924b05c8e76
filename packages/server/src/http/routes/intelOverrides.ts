import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import { ACCUSATIONS } from '../../domain/feedback.ts'
import type { IntelOverride } from '../../domain/ports/intel.ts'
import { ApiError } from '../../errors.ts'
import { operatorOf } from '../access/audit.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Nullable, OneOf, OperatorNote, Text } from '../schemas/common.ts'
import { readOnlyMembers } from '../schemas/inertMembers.ts'

/** What a list entry or an override is about. */
export const aboutEntity = {
  kind: Type.String({ examples: ['address', 'host', 'url', 'hash'] }),
  value: Type.String(),
  chain: Nullable(Type.String(), { description: 'Null: every network.' }),
}

const VERDICTS = ['allow', 'deny'] as const

export const OverrideSchema = Type.Object(
  {
    ...aboutEntity,
    verdict: OneOf(VERDICTS),
    label: Nullable(Type.String()),
    note: Type.String(),
    actor: Type.String({ description: 'An account id, `member:NAME` or `cli:USER`.' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'IntelOverride' },
)

const Value = Text('^[^\\x00-\\x1f\\x7f]{1,2048}$', {
  description: 'An address, a host, a URL, or the SHA-256 of a host.',
  expected: 'an address, a host or a URL of up to 2,048 characters',
})
const OnChain = OneOf<Chain>(CHAINS, { description: 'For an address: this network only.' })

const settable = {
  value: Value,
  chain: Type.Optional(Nullable(OnChain, { description: 'For an address: this network only. Null: all networks.' })),
  verdict: OneOf(VERDICTS, {
    description:
      'allow: lists accuse the entity no longer; sanctions, built-in labels and its behaviour still count. deny: every scan accuses it.',
  }),
  label: Type.Optional(
    Nullable(OneOf(ACCUSATIONS), { description: 'Accusation of a denied entity; null when it is allowed.' }),
  ),
  note: OperatorNote,
  wholeHost: Type.Optional(
    Type.Boolean({ default: false, description: 'Also a host that strangers share, such as github.io.' }),
  ),
}

/** Body of PUT /v1/intel/overrides: also an override as GET answers it. */
const OverrideBody = Type.Object(
  { ...settable, ...readOnlyMembers(OverrideSchema.properties, settable) },
  {
    title: 'IntelOverrideRequest',
    examples: [{ value: 'app.example.org', verdict: 'allow', note: 'Our own site, listed by mistake' }],
  },
)

const OverridePage = Type.Object({
  overrides: Type.Array(OverrideSchema),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})
const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Overrides per page.' })),
  cursor: Type.Optional(
    Text('^[0-9]{1,5}$', { description: '`nextCursor` of the page before.', expected: 'a cursor as answered' }),
  ),
})
const RemoveQuery = Type.Object({
  value: Value,
  chain: Type.Optional(
    OneOf<Chain>(CHAINS, { description: 'Network of the override. Default: that of all networks.' }),
  ),
})
const RemovedOverride = Type.Object({ value: Type.String(), deleted: Type.Literal(true) })

const DEFAULT_LIMIT = 50
const OPERATOR = { access: { scopes: ['admin'], operator: true } } as const
const PATH = '/v1/intel/overrides'

/** GET, PUT and DELETE /v1/intel/overrides: the operator's own word on one thing. */
export function intelOverrideRoutes(app: App, { ports: { intel } }: Edge): void {
  app.get(
    PATH,
    {
      config: OPERATOR,
      schema: {
        tags: ['Intelligence'],
        operationId: 'listIntelOverrides',
        summary: 'List overrides',
        description: 'What operators allow and deny, of accepted feedback too.',
        querystring: PageQuery,
        response: { 200: Enveloped(OverridePage, 'Newest first.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor = '0' } = request.query
      const all = await intel.overrides()
      const end = Number(cursor) + limit
      return success(request, {
        overrides: all.slice(Number(cursor), end).map(shownOverride),
        nextCursor: end < all.length ? String(end) : null,
      })
    },
  )

  app.put(
    PATH,
    {
      config: { ...OPERATOR, audit: { action: 'override.set', detail: verdictOf } },
      schema: {
        tags: ['Intelligence'],
        operationId: 'putIntelOverride',
        summary: 'Allow or deny an address, host or URL',
        description:
          'For every account, from the next scan on. It replaces an override of the same entity and network. Audited.',
        body: OverrideBody,
        response: { 200: Enveloped(OverrideSchema, 'The override as it is kept.') },
      },
    },
    async (request) => {
      const { value, chain = null, verdict, label = null, note, wholeHost = false } = request.body
      const actor = operatorOf(request)
      const kept = await intel
        .setOverride({ value, chain, verdict, label, note, wholeHost, actor })
        .catch(refusalIn('body'))
      return success(request, shownOverride(kept))
    },
  )

  app.delete(
    PATH,
    {
      config: { ...OPERATOR, audit: { action: 'override.removed' } },
      schema: {
        tags: ['Intelligence'],
        operationId: 'deleteIntelOverride',
        summary: 'Remove an override',
        description: 'From the next scan on the lists count again. Audited.',
        querystring: RemoveQuery,
        response: { 200: Enveloped(RemovedOverride, 'It counts no longer.') },
      },
    },
    async (request) => {
      const { value, chain = null } = request.query
      const removed = await intel.removeOverride({ value, chain, actor: operatorOf(request) }).catch(refusalIn('query'))
      if (removed === null) throw new ApiError('NOT_FOUND', { detail: 'There is no such override.' })
      return success(request, { ...removed, deleted: true as const })
    },
  )
}

export function shownOverride({ kind, value, chain, verdict, label, note, actor, createdAt }: IntelOverride) {
  return { kind, value, chain, verdict, label, note, actor, createdAt: isoTime(createdAt) }
}

/** The port says by a RangeError which member it does not take. */
export function refusalIn(part: 'query' | 'body') {
  return (error: unknown): never => {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError('VALIDATION_ERROR', { detail: `${part}.${error.message}` }, { cause: error })
  }
}

/** For the audit log. */
function verdictOf({ verdict, label, chain }: Record<string, unknown>): string {
  return [verdict, label, chain && `on ${chain}`].filter(Boolean).join(' ')
}
