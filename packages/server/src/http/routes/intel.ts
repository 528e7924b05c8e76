import { CHAINS } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import type { IntelSourceStatus, IntelWord } from '../../domain/ports/intel.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Nullable, OneOf, Text } from '../schemas/common.ts'
import { aboutEntity, OverrideSchema, refusalIn, shownOverride } from './intelOverrides.ts'

const Time = Type.String({ format: 'date-time' })

const Source = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    location: Type.String({
      description: 'Source of the list; of a URL only the host, because the rest may hold a key.',
    }),
    format: Type.String({ examples: ['lines', 'csv', 'ofac-xml'] }),
    label: Type.String({ description: 'Label of entries that carry none of their own.' }),
    confidence: Type.String({ description: 'Confidence in the list: high, medium or low.' }),
    licence: Nullable(Type.String()),
    enabled: Type.Boolean({ description: 'A disabled list keeps its entries, and scans ignore it.' }),
    entryCount: Type.Integer({ minimum: 0 }),
    refreshedAt: Nullable(Time, { description: 'When it was last known to be current.' }),
    changedAt: Nullable(Time, { description: 'When its content last changed here.' }),
    nextAttemptAt: Time,
    failures: Type.Integer({ minimum: 0, description: 'Failed attempts since the last good one.' }),
    lastError: Nullable(Type.String()),
    ageSeconds: Nullable(Type.Integer({ minimum: 0 }), { description: 'Since `refreshedAt`.' }),
    stale: Type.Boolean({ description: 'Older than its purpose allows, or never loaded.' }),
  },
  { title: 'IntelSource' },
)

const IntelSources = Type.Object({
  sources: Type.Array(Source),
  pack: Type.Object(
    {
      date: Type.String({ format: 'date' }),
      counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description: 'Facts of each kind.' }),
    },
    { description: 'Facts that ship with the release.' },
  ),
  sanctions: Type.Object(
    { state: OneOf(['known', 'unknown']), reason: Nullable(Type.String()) },
    { description: 'Whether loaded lists can clear an address; `reason` says what to do when they cannot.' },
  ),
})

const Entry = Type.Object(
  {
    ...aboutEntity,
    label: Type.String(),
    name: Nullable(Type.String()),
    source: Type.String({ description: 'Id of the list.' }),
    confidence: Type.String(),
    licence: Nullable(Type.String()),
    enabled: Type.Boolean({ description: 'Whether the list is enabled.' }),
    firstSeen: Nullable(Time),
    lastSeen: Nullable(Time),
    removedAt: Nullable(Time, { description: 'Null while it is listed.' }),
  },
  { title: 'IntelEntry' },
)

const IntelEntries = Type.Object({ entries: Type.Array(Entry), overrides: Type.Array(OverrideSchema) })

const IntelEntriesQuery = Type.Object({
  value: Text('^[^\\x00-\\x1f\\x7f]{1,2048}$', {
    description: 'An address, a host or a URL.',
    expected: 'an address, a host or a URL of up to 2,048 characters',
  }),
  chain: Type.Optional(OneOf(CHAINS, { description: 'For addresses: this network only. Default: all networks.' })),
})

const IntelAudit = Type.Object({
  records: Type.Array(
    Type.Object(
      {
        seq: Type.Integer({ minimum: 1, description: 'Consecutive.' }),
        at: Time,
        actor: Type.String({ description: 'An account id, `member:NAME` or `cli:USER`.' }),
        action: Type.String({ examples: ['source.add', 'override.deny'] }),
        subject: Type.String(),
        detail: Type.String(),
      },
      { title: 'IntelAuditRecord' },
    ),
  ),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})

const IntelAuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Records per page.' })),
  cursor: Type.Optional(
    Text('^[0-9]{1,15}$', { description: '`nextCursor` of the page before.', expected: 'a cursor as answered' }),
  ),
})

const DEFAULT_LIMIT = 25
const OPERATOR = { access: { scopes: ['admin'], operator: true } } as const

/** GET /v1/intel/sources, /v1/intel/entries and /v1/intel/audit: for operator accounts. */
export function intelRoutes(app: App, { ports, now }: Edge): void {
  app.get(
    '/v1/intel/sources',
    {
      config: OPERATOR,
      schema: {
        tags: ['Intelligence'],
        operationId: 'listIntelSources',
        summary: 'List the intelligence lists',
        description: 'Source, licence, number of entries and freshness of each list.',
        response: { 200: Enveloped(IntelSources, 'Every list, enabled or not.') },
      },
    },
    async (request) => {
      const { sources, pack, sanctions } = await ports.intel.overview()
      return success(request, { sources: sources.map((source) => shownSource(source, now())), pack, sanctions })
    },
  )

  app.get(
    '/v1/intel/entries',
    {
      config: OPERATOR,
      schema: {
        tags: ['Intelligence'],
        operationId: 'lookUpIntel',
        summary: 'Look up an address, host or URL in all lists',
        description:
          "With where it comes from and since when; disabled lists, removed entries and operators' own words too.",
        querystring: IntelEntriesQuery,
        response: { 200: Enveloped(IntelEntries, 'Labels and overrides; an empty list does not mean safe.') },
      },
    },
    async (request) => {
      const { value, chain = null } = request.query
      const { entries, overrides } = await ports.intel.lookup({ value, chain }).catch(refusalIn('query'))
      return success(request, {
        entries: entries.map(shownEntry),
        overrides: overrides.map(shownOverride),
      })
    },
  )

  app.get(
    '/v1/intel/audit',
    {
      config: OPERATOR,
      schema: {
        tags: ['Intelligence'],
        operationId: 'listIntelAudit',
        summary: 'List changes to lists and overrides',
        description: 'Newest first. Records are never changed or deleted.',
        querystring: IntelAuditQuery,
        response: { 200: Enveloped(IntelAudit, 'One page of records.') },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query
      const found = await ports.intel.audit({ limit: limit + 1, before: cursor === undefined ? null : Number(cursor) })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return success(request, {
        records: page.map((record) => ({ ...record, at: isoTime(record.at) })),
        nextCursor: last ? String(last.seq) : null,
      })
    },
  )
}

function shownSource({ refreshedAt, changedAt, nextAttemptAt, ...source }: IntelSourceStatus, now: number) {
  return {
    ...source,
    refreshedAt: isoOrNull(refreshedAt),
    changedAt: isoOrNull(changedAt),
    nextAttemptAt: isoTime(nextAttemptAt),
    ageSeconds: refreshedAt === null ? null : Math.max(0, Math.floor((now - refreshedAt) / 1000)),
  }
}

function shownEntry({ firstSeen, lastSeen, removedAt, ...word }: IntelWord) {
  return { ...word, firstSeen: isoOrNull(firstSeen), lastSeen: isoOrNull(lastSeen), removedAt: isoOrNull(removedAt) }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
