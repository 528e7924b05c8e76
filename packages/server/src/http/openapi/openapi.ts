import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import manifest from '../../../package.json' with { type: 'json' }
import { PLAN_LIMITS } from '../../domain/plan.ts'
import type { Access } from '../context.ts'
import { pascalCase, WEBHOOK_PAYLOADS } from '../schemas/events.ts'
import { addExamples } from './addExamples.ts'
import { addErrors, ERROR_DETAILS, errorResponses, errorSchema, notReadyResponse } from './describeErrors.ts'
import { describeMembers } from './describeMembers.ts'
import { describeEvidence } from './evidenceById.ts'
import { hoistTitled } from './hoistTitled.ts'
import type { OpenApiDocument, Operation } from './openApiDocument.ts'
import { replaceUnicodePatterns } from './replaceUnicodePatterns.ts'

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
  Policies: 'What wallets may let go, and what they let go.',
  Intelligence: 'Lists and their entries; of the operator only.',
  'Guarded RPC': 'A JSON-RPC endpoint for wallets, its tokens, and the transactions that it holds.',
  Keys: 'API keys of the account.',
  Session: 'Signing in to the dashboard. Its cookie opens every endpoint to pages of the service.',
  Members: 'Who may sign in to the account, and who did what.',
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
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'redoubt_session',
            description:
              'For pages of the service itself, with `X-CSRF-Token` on all but GET. Scopes follow from the role of the member. A key in the header wins.',
          },
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
      document.components.responses = { ...errorResponses(document), NotReady: notReadyResponse() }
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
