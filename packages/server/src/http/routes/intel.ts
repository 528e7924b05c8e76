import type { IntelSourceStatus, IntelWord } from '../../domain/ports/intel.ts'
import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { isoTime } from '../isoTime.ts'
import { Enveloped } from '../schemas/common.ts'
import { IntelAudit, IntelAuditQuery, IntelEntries, IntelEntriesQuery, IntelSources } from '../schemas/intel.ts'

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
      const { entries, overrides } = await ports.intel.lookup({ value, chain }).catch(refuseQuery)
      return success(request, {
        entries: entries.map(shownEntry),
        overrides: overrides.map((override) => ({ ...override, createdAt: isoTime(override.createdAt) })),
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

/** The port knows what it can look up; a RangeError says that this is not it. */
function refuseQuery(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  throw new ApiError('VALIDATION_ERROR', { detail: `query.${error.message}` }, { cause: error })
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
