import { ERRORS, type ErrorCode } from '../../errors.ts'
import type { Access } from '../context.ts'
import type { OpenApiDocument, Operation } from './openApiDocument.ts'

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
  SIGN_IN_REQUIRED: {
    when: 'The endpoint is for members who are signed in to the dashboard, and the request carries no session, or one that is over.',
    remedy: 'Sign in again; `redoubt dashboard link` prints a link.',
  },
  SIGN_IN_FAILED: {
    when: 'The name or the password is wrong, the link was used or is over, or the passkey does not verify.',
    remedy: 'Try again, or ask an owner of the account for a new link.',
  },
  INSUFFICIENT_SCOPE: {
    when: 'The API key lacks the scope that the endpoint needs; or it has origins, and the request comes from none of them, or the endpoint is not open to such keys.',
    remedy: 'Use a key that has the scope named in the message.',
  },
  INSUFFICIENT_ROLE: {
    when: 'The role of the signed-in member does not allow it, or it needs a sign-in of the last half hour.',
    remedy: 'Ask an owner of the account, or sign in again.',
  },
  CROSS_ORIGIN_REFUSED: {
    when: 'A request with a session cookie comes from a page of another origin, or lacks the CSRF token of the session.',
    remedy:
      'Send `X-CSRF-Token` with the `csrfToken` of `GET /v1/session`, from a page of the service. Use an API key elsewhere.',
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

/** Says who may call an operation, and which errors it may answer. */
export function addErrors(operation: Operation, path: string, access: Access): void {
  const signIn = access === 'public' && path.startsWith('/v1/session/')
  operation.security = securityOf(access)
  const codes: ErrorCode[] = ['INTERNAL_ERROR', 'VALIDATION_ERROR']
  if (access !== 'public')
    codes.push('INVALID_API_KEY', 'INSUFFICIENT_SCOPE', 'RATE_LIMIT_EXCEEDED', 'STORAGE_UNAVAILABLE')
  if (signIn) codes.push('SIGN_IN_FAILED', 'CROSS_ORIGIN_REFUSED', 'RATE_LIMIT_EXCEEDED', 'OVERLOADED')
  if (path.startsWith('/v1/shared/')) codes.push('RATE_LIMIT_EXCEEDED')
  if (access !== 'public' && 'members' in access) {
    const roles = access.members.map((role) => `\`${role}\``).join(', ')
    operation.description = [operation.description, `For members who are signed in, with the role ${roles}.`]
      .filter(Boolean)
      .join('\n\n')
  } else if (access !== 'public') {
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
  if (/^\/v1\/(scan|check|wallet|risk)\//.test(path))
    codes.push('UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'OVERLOADED')
  if (path === '/readyz') codes.push('UPSTREAM_UNAVAILABLE')
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    operation.responses[status] = { $ref: `#/components/responses/Error${status}` }
  }
  if (path === '/readyz') operation.responses['503'] = { $ref: '#/components/responses/NotReady' }
}

/** How a request may say who it is. */
function securityOf(access: Access): object[] {
  if (access === 'public') return []
  if ('members' in access) return [{ session: [] }]
  return [{ bearer: [] }, { query: [] }, ...(access.keysOnly ? [] : [{ session: [] }])]
}

export function errorSchema(more: Record<string, object> = {}): object {
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

export const ERROR_DETAILS = {
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

/** What /readyz answers where it is not ready: the error, with the networks of the answer where it is. */
export function notReadyResponse(): object {
  const networks = {
    type: 'array',
    description: 'Networks that live keys may name.',
    items: { $ref: '#/components/schemas/NetworkReadiness' },
  }
  return {
    description: '`UPSTREAM_UNAVAILABLE`: a dependency is missing. The message names it.',
    content: { 'application/json': { schema: errorSchema({ networks }) } },
  }
}

/** One response per status; several codes may share it. */
export function errorResponses({ paths }: OpenApiDocument): Record<string, object> {
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
