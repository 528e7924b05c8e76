import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { editDistance } from '../../lib/editDistance.ts'
import { isRawEntity } from './parseEntity.ts'
import { alternatives, type SchemaNode } from './schemaNode.ts'

const MAX_LISTED = 10

/** What other services and libraries call a member, in lower case and letters only. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  data: ['calldata', 'payload', 'txdata', 'bytecode'],
  callData: ['data', 'payload'],
  from: ['account', 'sender', 'wallet', 'address'],
  to: ['recipient', 'target', 'contract', 'destination'],
  value: ['amount'],
  address: ['wallet', 'contract', 'account', 'owner', 'signer', 'token', 'from'],
  chain: ['network', 'blockchain', 'chainname', 'chainid'],
  url: ['uri', 'link', 'website', 'site', 'domain', 'endpoint', 'webhookurl', 'callbackurl'],
  events: ['eventtypes', 'types'],
  entities: ['addresses', 'wallets', 'contracts', 'urls', 'items'],
  entity: ['address', 'url', 'hash'],
  deadlineMs: ['timeout', 'timeoutms', 'deadline'],
  message: ['text'],
}

/** Text up to the next comma or semicolon that stands outside of a quoted string (RFC 7240, section 2). */
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g

const MAX_LENGTH = 1_000

const PARAMETERS = /(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|$))+/g

/** Where so many were found there may be more, anywhere. */
export const MAX_FOUND = 50

const MAX_NAME_LENGTH = 60

const MAX_PATH_LENGTH = 100

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

/** `path` such as `options.speed` or `accessList[0].note`, fit to be shown; `name` its last step; `known` what the schema of the object has. */
type UnknownMember = { path: string; name: string; known: Readonly<Record<string, SchemaNode>> }

/** Members that the schema does not know, at every depth, at most 50. A schema without properties takes any member. */
export function unknownMembers(schema: SchemaNode, value: unknown): UnknownMember[] {
  const found: UnknownMember[] = []
  collect([schema], value, '', found)
  return found
}

function collect(schemas: readonly SchemaNode[], value: unknown, path: string, found: UnknownMember[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_FOUND) return
  // Most requests have no query: their schemas need not be looked through.
  if (Object.keys(value).length === 0) return
  const possible = schemas.flatMap(alternatives)
  if (Array.isArray(value)) {
    const items = possible.flatMap((schema) => schema.items ?? [])
    for (const [index, element] of value.entries()) collect(items, element, `${path}[${index}]`, found)
    return
  }
  const objects = possible.filter(({ type }) => type === 'object' || type === undefined)
  if (objects.length === 0 || objects.some((one) => !one.properties || one.additionalProperties)) return
  const known = Object.fromEntries(objects.flatMap(({ properties = {} }) => Object.entries(properties)))
  for (const [name, member] of Object.entries(value)) {
    const shown = shownName(name)
    const inner = (path === '' ? shown : `${path}.${shown}`).slice(0, MAX_PATH_LENGTH)
    if (Object.hasOwn(known, name)) collect([known[name] as SchemaNode], member, inner, found)
    else found.push({ path: inner, name, known })
    if (found.length >= MAX_FOUND) return
  }
}

/** Control, format and bidirectional characters would change how the message around them is read. */
function shownName(name: string): string {
  const clean = name.slice(0, MAX_NAME_LENGTH + 1).replace(/[\p{C}\p{Z}]/gu, '\u{fffd}')
  const shown = clean.length > MAX_NAME_LENGTH ? `${clean.slice(0, MAX_NAME_LENGTH)}…` : clean
  // A name with a dot must not read as a path.
  return shown === '' || shown.includes('.') ? `"${shown}"` : shown
}

/**
 * A copy of the value with only the members that the schema knows and that have an effect. `unknownMembers` names those it does not know.
 */
export function knownMembers(schema: SchemaNode, value: unknown): unknown {
  return copy([schema], value)
}

function copy(schemas: readonly SchemaNode[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const possible = schemas.flatMap(alternatives)
  const items = possible.flatMap((schema) => schema.items ?? [])
  if (Array.isArray(value)) return value.map((element) => (items.length > 0 ? copy(items, element) : element))
  const known = possible.flatMap(({ properties = {} }) => Object.entries(properties))
  if (known.length === 0) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = known.flatMap(([one, schema]) => (one === name ? schema : []))
      return inner.length > 0 && !inner.some((schema) => schema['x-no-effect']) ? [[name, copy(inner, member)]] : []
    }),
  )
}

/**
 * The `handling` that a `Prefer` header asks for, in lower case; null when it asks for none. Of several the first counts; a header
 * of more than 1,000 characters asks for nothing.
 * @example preferredHandling('respond-async, Handling="lenient"; reason=x') // 'lenient'
 */
export function preferredHandling(header: string | string[] | undefined): string | null {
  const text = [header ?? []].flat().join(',')
  if (text.length > MAX_LENGTH) return null
  for (const preference of text.match(PREFERENCES) ?? []) {
    const [pair = ''] = preference.match(PARAMETERS) ?? []
    const mark = pair.indexOf('=')
    const name = (mark < 0 ? pair : pair.slice(0, mark)).trim().toLowerCase()
    if (name === 'handling') return mark < 0 ? '' : unquoted(pair.slice(mark + 1).trim()).toLowerCase()
  }
  return null
}

function unquoted(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
}

/**
 * Ends a complaint about an unknown member: the nearest known one, else what is known there.
 * @example suggestMember('chain_id', { chainId: {} }) // 'did you mean chainId?'
 */
export function suggestMember(name: string, known: Readonly<Record<string, SchemaNode>>): string {
  const near = nearest(name, known)
  if (near !== undefined) return `did you mean ${near}?`
  const names = Object.keys(known).filter((one) => !known[one]?.['x-no-effect'])
  if (names.length === 0) return 'none is known here'
  const more = names.length - MAX_LISTED
  return `known here: ${names.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function nearest(name: string, known: Readonly<Record<string, SchemaNode>>): string | undefined {
  const given = folded(name)
  const names = Object.keys(known)
  const inside = names.flatMap((outer) =>
    Object.keys(known[outer]?.properties ?? {}).map((inner) => ({ inner, path: `${outer}.${inner}` })),
  )
  return (
    names.find((one) => folded(one) === given) ??
    names.find((one) => ALIASES[one]?.includes(given)) ??
    inside.find(({ inner }) => folded(inner) === given)?.path ??
    names
      .map((one) => ({ one, distance: editDistance(given, folded(one)) }))
      .filter(({ one, distance }) => distance <= Math.min(3, Math.floor(Math.max(one.length, given.length) / 3)))
      .sort((a, b) => a.distance - b.distance)[0]?.one
  )
}

/** Letters and digits in lower case: `chain_id`, `chain[]` and `ChainId` are spellings of the same name. */
function folded(name: string): string {
  return name
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
