import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { isRawEntity } from './parse/parseEntityPath.ts'
import { preferredHandling } from './preferredHandling.ts'
import type { SchemaNode } from './schemaNode.ts'
import { suggestMember } from './suggestMember.ts'
import { type UnknownMember, unknownMembers } from './unknownMembers.ts'

const MAX_COMPLAINTS = 3
const NO_MEMBERS: SchemaNode = { type: 'object', properties: {} }

/**
 * The `preValidation` hook: a member of the body or the query that no schema knows is VALIDATION_ERROR, because a misspelt member must
 * never turn a drain into PROCEED. With `Prefer: handling=lenient` (RFC 7240) it is ignored and named in `request.ignored`.
 */
export function refuseUnknownMembers(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const lenient = preferredHandling(request.headers.prefer) === 'lenient'
  if (lenient) reply.header('preference-applied', 'handling=lenient')
  const found = unknownOf(request)
  if (lenient) request.ignored = found.map(({ path }) => path)
  const refused = !lenient && found.length > 0
  done(refused ? new ApiError('VALIDATION_ERROR', { detail: complain(found) }) : undefined)
}

type Placed = UnknownMember & { part: 'body' | 'query' }

function unknownOf(request: FastifyRequest): Placed[] {
  const schema = (request.route.schema ?? {}) as { hide?: boolean; body?: SchemaNode; querystring?: SchemaNode }
  // Pages for people and machinery take what browsers and scrapers append.
  if (schema.hide) return []
  const inBody = unknownMembers(schema.body ?? NO_MEMBERS, request.body)
  const inQuery = takesAnyQuery(request) ? [] : unknownMembers(schema.querystring ?? NO_MEMBERS, request.query)
  return [
    ...inBody.map((member) => ({ part: 'body' as const, ...member })),
    ...inQuery.map((member) => ({ part: 'query' as const, ...member })),
  ]
}

/** After a URL that stands in the path as it is, members that are not ours belong to that URL. */
function takesAnyQuery({ route, raw }: FastifyRequest): boolean {
  return route.config.entity !== undefined && isRawEntity(raw.url ?? '', (route.url ?? '').replace(/\*$/, ''))
}

function complain(found: readonly Placed[]): string {
  const complaints = found
    .slice(0, MAX_COMPLAINTS)
    .map(({ part, path, name, known }) => `${part}.${path}: unknown member; ${suggestMember(name, known)}`)
  const more = found.length - MAX_COMPLAINTS
  return [...complaints, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
