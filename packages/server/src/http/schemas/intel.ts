import { CHAINS } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, Text } from './common.ts'

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

export const IntelSources = Type.Object({
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

const about = {
  kind: Type.String({ examples: ['address', 'host', 'url', 'hash'] }),
  value: Type.String(),
  chain: Nullable(Type.String(), { description: 'Null: every network.' }),
}

const Entry = Type.Object(
  {
    ...about,
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

const Override = Type.Object(
  {
    ...about,
    verdict: OneOf(['allow', 'deny']),
    label: Nullable(Type.String()),
    note: Type.String(),
    actor: Type.String(),
    createdAt: Time,
  },
  { title: 'IntelOverride' },
)

export const IntelEntries = Type.Object({ entries: Type.Array(Entry), overrides: Type.Array(Override) })

export const IntelEntriesQuery = Type.Object({
  value: Text('^[^\\x00-\\x1f\\x7f]{1,2048}$', {
    description: 'An address, a host or a URL.',
    expected: 'an address, a host or a URL of up to 2,048 characters',
  }),
  chain: Type.Optional(OneOf(CHAINS, { description: 'For addresses: this network only. Default: all networks.' })),
})

export const IntelAudit = Type.Object({
  records: Type.Array(
    Type.Object(
      {
        seq: Type.Integer({ minimum: 1, description: 'Consecutive.' }),
        at: Time,
        actor: Type.String({ description: 'An account id, or `cli:USER`.' }),
        action: Type.String({ examples: ['source.add', 'override.deny'] }),
        subject: Type.String(),
        detail: Type.String(),
      },
      { title: 'IntelAuditRecord' },
    ),
  ),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})

export const IntelAuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Records per page.' })),
  cursor: Type.Optional(
    Text('^[0-9]{1,15}$', { description: '`nextCursor` of the page before.', expected: 'a cursor as answered' }),
  ),
})
