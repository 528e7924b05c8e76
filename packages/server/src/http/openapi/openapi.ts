import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import manifest from '../../../package.json' with { type: 'json' }
import { PLAN_LIMITS } from '../../domain/plan.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { Access } from '../context.ts'
import { pascalCase, WEBHOOK_PAYLOADS } from '../schemas/events.ts'
import { addExamples } from './addExamples.ts'
import { describeMembers } from './describeMembers.ts'
import { describeEvidence } from './evidenceById.ts'
import { replaceUnicodePatterns } from './replaceUnicodePatterns.ts'

/** When each error is answered and what to do about it: for docs/errors.md and the OpenAPI document. */
export const ERROR_REFERENCE: Readonly<Record<ErrorCode, { when: string; remedy: string }>> = {
  VALIDATION_ERROR: {
    when: 'The body, query, path or a header does not fit the endpoint, has an unknown member, or is not valid JSON or HTTP.',
    remedy:
      'The message names the member and what it should be, or the nearest known one. `Prefer: handling=lenient` has unknown members ignored.',
  },
  INVALID_API_KEY: {
    when: 'No API key was sent, or it is malformed or does not exist.',
    remedy: 'Send the key as `Authorization: Bearer <API_KEY>`.',
  },
  EXPIRED_API_KEY: { when: 'The API key has been revoked.', remedy: 'Create a new key; revocation is for ever.' },
  INSUFFICIENT_SCOPE: {
    when: 'The API key lacks the scope that the endpoint needs; or it has origins, and the request comes from none of them, or the endpoint is not open to such keys.',
    remedy: 'Use a key that has the scope named in the message.',
  },
  PLAN_REQUIRED: {
    when: 'The endpoint is not part of the plan of the account.',
    remedy: 'Ask the operator for the Pro or Enterprise plan.',
  },
  NOT_FOUND: {
    when: 'There is no such path, or nothing of this account has that id.',
    remedy: 'Check the path and the id. The ids of other accounts look like unknown ones.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  CONFLICT: {
    when: 'An `Idempotency-Key` was used for another request, is still in use, or its answer held a secret.',
    remedy: 'Use a new `Idempotency-Key` for a new request.',
  },
  PAYLOAD_TOO_LARGE: { when: 'The body is larger than 1 MiB.', remedy: 'Send less.' },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json`, or is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  RATE_LIMIT_EXCEEDED: {
    when: 'The key has used up its minute or its day, has too many requests in flight, or has too many reports waiting to be drawn as PDF.',
    remedy: 'Wait for as many seconds as `Retry-After` says.',
  },
  INTERNAL_ERROR: {
    when: 'A defect of the service.',
    remedy: 'Report it with the request id; the operator finds the cause in the log under that id.',
  },
  OVERLOADED: {
    when: 'So many scans, or reports drawn as PDF, are waiting that one more would wait longer than a fourth of its `deadlineMs`; or the scan lost an execution to others.',
    remedy: 'Try again after `Retry-After` seconds. The operator may allow more with `SCANS_AT_ONCE`, or add nodes.',
  },
  STORAGE_UNAVAILABLE: {
    when: 'The database of the service is not reachable, locked by another process, or fails.',
    remedy: 'Try again after `Retry-After` seconds; the operator finds the cause in the log and at `/readyz`.',
  },
  STORAGE_FULL: {
    when: 'There is no space left on the disk of the database.',
    remedy: 'The operator frees space. Revoking keys goes on meanwhile; nothing else is stored.',
  },
  UPSTREAM_UNAVAILABLE: {
    when: 'No RPC endpoint of the chain answers.',
    remedy: 'Try again after `Retry-After` seconds; the operator may configure more endpoints.',
  },
  UPSTREAM_TIMEOUT: {
    when: 'Not even the subject itself could be read by the deadline.',
    remedy: 'Try again with a larger `deadlineMs`.',
  },
}

type Operation = {
  operationId?: string
  summary?: string
  description?: string
  security?: unknown[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: object }> }
  parameters?: ({ in: string } | { $ref: string })[]
  responses: Record<string, unknown>
  /** Set by routes whose page is also served as CSV. */
  'x-csv'?: boolean
  /** Set by routes that also answer a PDF. */
  'x-pdf'?: boolean
  /** Set by routes that answer a stream of events alone. */
  'x-stream'?: boolean
  /** Set by routes whose body may be left out. */
  'x-optional-body'?: boolean
}
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  /** What the service posts, by type of event. */
  webhooks?: Record<string, object>
  components: {
    schemas: Record<string, object>
    responses?: Record<string, object>
    parameters?: Record<string, object>
  }
}

const limits = Object.entries(PLAN_LIMITS)
  .map(
    ([plan, { perMinute, perDay, burst }]) =>
      `${plan} ${perMinute} a minute, ${perDay ?? 'unlimited'} a day, ${burst} at once`,
  )
  .join('; ')

const DESCRIPTION = `Risk analysis of transactions, contracts, wallets and URLs.

Send the key as \`Authorization: Bearer <API_KEY>\`. Every answer carries \`X-Request-ID\`; send your own to trace a request.
A member of a body or a query that is not known is refused with 400, which names the nearest known one: a misspelt member must never make a harmful transaction look harmless. See the header \`Prefer\`.
Limits of an account, shared by its keys: ${limits}. Every authenticated answer carries \`RateLimit-Policy\`, \`RateLimit\` and \`X-RateLimit-Limit\`, \`-Remaining\`, \`-Reset\`.`

/** Every tag of a route, in the order of the document. */
const TAGS: Readonly<Record<string, string>> = {
  Scan: 'What a transaction, message, contract, site or wallet would do, and how risky that is.',
  Risk: 'Scores and reports of any entity, and feedback on them.',
  Scans: 'Scans that the account made.',
  Wallet: 'Verification, approvals, their revocation, and profiles of wallets.',
  Webhooks: 'Receivers of events, and their deliveries.',
  Events: 'What happened to watched entities.',
  Monitors: 'Addresses that are watched.',
  Intelligence: 'Lists and their entries; of the operator only.',
  Keys: 'API keys of the account.',
  Operations: 'For the machinery around the service.',
}

/** What makes the routes' schemas into the OpenAPI 3.1 document: the one source of validation, types and openapi.json. */
export function openApiOptions(): FastifyDynamicSwaggerOptions {
  const access = new Map<string, Access>()
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Redoubt',
        version: manifest.version,
        description: DESCRIPTION,
        contact: { name: 'The operator of this service' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: '`svc_live_…` or `svc_test_…`' },
          query: { type: 'apiKey', in: 'query', name: 'api_key', description: 'For testing only.' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const unlisted = schema?.tags?.find((tag) => TAGS[tag] === undefined)
      if (unlisted !== undefined)
        throw new Error(`The tag "${unlisted}" of ${route.method} ${url} is not in TAGS of http/openapi/openapi.ts.`)
      const { access: declared, entity } = route.config ?? {}
      // An entity may hold slashes, so its route ends in a wildcard; the document names it.
      const shown = entity === undefined ? url : url.replace(/\*$/, ':entity')
      if (declared !== undefined) access.set(`${route.method} ${braced(shown)}`.toLowerCase(), declared)
      return { schema: entity === undefined ? schema : { ...schema, params: entity }, url: shown }
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) throw new Error('Only OpenAPI 3 is described')
      // The document is built from the schemas themselves: changing it must not change them.
      const document = structuredClone(described.openapiObject) as unknown as OpenApiDocument
      for (const [path, operations] of Object.entries(document.paths)) {
        delete operations.head
        for (const [method, operation] of Object.entries(operations)) {
          addHeaders(operation)
          addErrors(operation, path, access.get(`${method} ${path}`.toLowerCase()) ?? 'public')
        }
      }
      document.webhooks = webhookOperations()
      nameResults(document)
      hoistTitled(document)
      for (const { requestBody } of Object.values(document.paths).flatMap((operations) => Object.values(operations)))
        prepareRequest(requestBody, document.components.schemas)
      describeMembers(document)
      addExamples(document)
      describeEvidence(document)
      replaceUnicodePatterns(document)
      document.components.schemas.Error = errorSchema()
      document.components.schemas.DetailedError = errorSchema({ details: ERROR_DETAILS })
      document.components.responses = errorResponses(document)
      document.components.parameters = HEADERS
      return document as never
    },
  }
}

/** `/v1/scans/:requestId` → `/v1/scans/{requestId}` */
function braced(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/**
 * Unknown members of a body are refused, unless the request prefers lenient handling. A default is told as `x-default` and in
 * words: generators of types take a member with a `default` for one that is always there.
 */
function prepareRequest(node: unknown, schemas: Record<string, object>, seen = new Set<unknown>()): void {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  const schema = node as RequestNode
  if (schema.$ref !== undefined) prepareRequest(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas, seen)
  if (schema.properties) schema.additionalProperties ??= false
  if ('default' in schema && typeof schema.default !== 'object') {
    schema.description = `${schema.description ?? ''} Default: \`${schema.default}\`.`.trim()
    schema['x-default'] = schema.default
    delete schema.default
  }
  for (const [name, member] of Object.entries(node))
    if (!name.startsWith('example')) prepareRequest(member, schemas, seen)
}

type RequestNode = {
  $ref?: string
  properties?: object
  additionalProperties?: unknown
  description?: string
  default?: unknown
  'x-default'?: unknown
}

/** Names the `data` of every answer that has no title: `listWebhooks` answers a `ListWebhooksResult`. */
function nameResults({ paths }: OpenApiDocument): void {
  for (const { operationId = '', responses } of Object.values(paths).flatMap((operations) => Object.values(operations)))
    for (const response of Object.values(responses) as { content?: Record<string, { schema?: Answered }> }[]) {
      const data = response.content?.['application/json']?.schema?.properties?.data
      if (data?.type === 'object') data.title ??= `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Result`
    }
}

type Answered = { properties?: { data?: { type?: string; title?: string } } }

/** What the service posts to webhooks. */
function webhookOperations(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(WEBHOOK_PAYLOADS).map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `on${pascalCase(type)}`,
          summary: `An event ${type}`,
          tags: ['Webhooks'],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: structuredClone(schema) } } },
          responses: { '2XX': { description: 'Received. Anything else is a failed attempt.' } },
        },
      },
    ]),
  )
}

/** Headers that hold for many routes are said once. */
function addHeaders(operation: Operation): void {
  const names = ['XRequestId', 'Prefer', ...(operation.responses['201'] ? ['IdempotencyKey'] : [])]
  const references = names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  operation.parameters = [...(operation.parameters ?? []), ...references]
  const ok = operation.responses['200'] as { content: Record<string, object> }
  if (operation['x-csv']) ok.content['text/csv'] = { schema: { type: 'string' } }
  if (operation['x-pdf']) ok.content['application/pdf'] = { schema: { type: 'string', format: 'binary' } }
  if (operation['x-stream']) ok.content = { 'text/event-stream': { schema: { type: 'string' } } }
  if (operation['x-optional-body'] && operation.requestBody) operation.requestBody.required = false
  delete operation['x-optional-body']
  delete operation['x-csv']
  delete operation['x-pdf']
  delete operation['x-stream']
}

const HEADERS = {
  XRequestId: {
    name: 'X-Request-ID',
    in: 'header',
    description: 'Your own id of the request, echoed in the answer. Anything else than this pattern is replaced.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=lenient` (RFC 7240): members of the body and the query that are not known are ignored and named in `meta.ignored` instead of refused. Where some were ignored, a verdict is never PROCEED or SAFE, its score at least 40, and the finding `unknown-request-members` names them. The answer carries `Preference-Applied: handling=lenient`.',
    schema: { type: 'string', examples: ['handling=lenient'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes it safe to repeat the request within 24 hours.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
  },
}

function addErrors(operation: Operation, path: string, access: Access): void {
  operation.security = access === 'public' ? [] : [{ bearer: [] }, { query: [] }]
  const codes: ErrorCode[] = ['INTERNAL_ERROR', 'VALIDATION_ERROR']
  if (access !== 'public') codes.push('INVALID_API_KEY', 'INSUFFICIENT_SCOPE', 'RATE_LIMIT_EXCEEDED')
  if (access !== 'public') {
    const scopes = [...new Set([...access.scopes, 'admin'])].map((scope) => `\`${scope}\``).join(' or ')
    const own = access.ownKey === undefined ? '' : ', or the key itself'
    const operator = access.operator ? ', of an operator account' : ''
    const pages = access.pages ? ' Open to keys with `origins`.' : ''
    operation.description = [operation.description, `Scope: ${scopes}${own}${operator}.${pages}`]
      .filter(Boolean)
      .join('\n\n')
  }
  if (operation.requestBody) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'path')) codes.push('NOT_FOUND')
  if (operation.responses['201'] || path.endsWith('/retry')) codes.push('CONFLICT')
  if (/^\/v1\/(scan|wallet|risk)\//.test(path)) codes.push('UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'OVERLOADED')
  if (path === '/readyz') codes.push('UPSTREAM_UNAVAILABLE')
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    operation.responses[status] = { $ref: `#/components/responses/Error${status}` }
  }
}

function errorSchema(more: Record<string, object> = {}): object {
  return {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { const: false, description: 'Always false.' },
      error: {
        type: 'object',
        description: 'What is wrong.',
        required: ['code', 'message', ...Object.keys(more)],
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS), description: 'What kind of error: docs/errors.md.' },
          message: { type: 'string', description: 'A sentence that names the member and the remedy.' },
          ...more,
        },
      },
    },
  }
}

const ERROR_DETAILS = {
  type: 'array',
  description: 'Each member that is wrong; empty where the error is about none.',
  items: {
    type: 'object',
    required: ['path', 'message', 'suggestion'],
    properties: {
      path: { type: 'string', description: 'The member, such as `body.options.deadlineMs`.' },
      message: { type: 'string', description: 'What is wrong with it.' },
      suggestion: { type: ['string', 'null'], description: 'What to send instead.' },
    },
  },
}

/** One response per status; several codes may share it. */
function errorResponses({ paths }: OpenApiDocument): Record<string, object> {
  const used = new Set(
    Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) => Object.keys(responses)),
    ),
  )
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => used.has(String(status)))
      .map(([status, codes]) => [
        `Error${status}`,
        {
          description: codes.map((code) => `\`${code}\`: ${ERROR_REFERENCE[code].when}`).join('\n\n'),
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' } },
            'application/problem+json': { schema: { $ref: '#/components/schemas/DetailedError' } },
          },
        },
      ]),
  )
}

/**
 * Moves every object schema that has a `title` to `components.schemas` and leaves a `$ref`, so that generated clients
 * get named types and the document says each thing once.
 * @throws Error when two different schemas share a title.
 */
export function hoistTitled(document: {
  paths: object
  webhooks?: object
  components: { schemas: Record<string, object> }
}): void {
  const { schemas } = document.components
  const walk = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map(walk)
    const copy = Object.fromEntries(
      // Examples are data: a member called `title` in one is not a schema's.
      Object.entries(node).map(([name, member]) => [name, name.startsWith('example') ? member : walk(member)]),
    )
    if (typeof copy.title !== 'string' || (copy.type !== 'object' && !copy.oneOf)) return copy
    const known = schemas[copy.title]
    if (known && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two schemas are called ${copy.title}`)
    schemas[copy.title] = copy
    return { $ref: `#/components/schemas/${copy.title}` }
  }
  document.paths = walk(document.paths) as object
  if (document.webhooks) document.webhooks = walk(document.webhooks) as object
}
