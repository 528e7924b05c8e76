import { InvalidInput, NetworkUnavailable, SandboxFolderUnusable, StoreUnavailable } from './domain/sourceErrors.ts'

/** Every error code of the API: its HTTP status and the message template. `{name}` is filled from the parameters. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: '{detail}' },
  INVALID_API_KEY: {
    status: 401,
    message: 'The API key is missing, malformed or does not exist. Send it as "Authorization: Bearer svc_…".',
  },
  EXPIRED_API_KEY: { status: 401, message: 'This API key has been revoked or has expired. Create a new one.' },
  SIGN_IN_REQUIRED: { status: 401, message: '{detail}' },
  SIGN_IN_FAILED: { status: 401, message: '{detail}' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'This API key {limit}.' },
  INSUFFICIENT_ROLE: { status: 403, message: 'Your role, {role}, {limit}.' },
  CROSS_ORIGIN_REFUSED: { status: 403, message: '{detail}' },
  PLAN_REQUIRED: { status: 403, message: '{feature} needs the Pro or Enterprise plan; this account is on {plan}.' },
  NOT_FOUND: { status: 404, message: '{detail}' },
  METHOD_NOT_ALLOWED: { status: 405, message: '{method} is not allowed here; use {allowed}.' },
  CONFLICT: { status: 409, message: '{detail}' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is larger than {limit} bytes.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Too many requests: {detail}' },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id {requestId} when you report it.',
  },
  OVERLOADED: { status: 503, message: '{detail} Try again in {retryAfter} s.' },
  STORAGE_UNAVAILABLE: { status: 503, message: '{detail} Try again in {retryAfter} s.' },
  STORAGE_FULL: {
    status: 503,
    message:
      'There is no space left on the disk of the database, so nothing can be stored; keys can still be revoked. Try again in {retryAfter} s.',
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    message: 'No RPC endpoint of {chain} answers. Try again in {retryAfter} s.',
  },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The state of {subject} could not be read within {deadlineMs} ms.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/**
 * An error the API answers as `{success:false,error:{code,message}}`.
 * @example throw new ApiError('INSUFFICIENT_SCOPE', { scope: 'scan:read' })
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** Seconds for the `Retry-After` header, where the code has one. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, parameters: Record<string, string | number> = {}, options?: ErrorOptions) {
    super(
      ERRORS[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? '')),
      options,
    )
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code].status
    this.retryAfter = typeof parameters.retryAfter === 'number' ? parameters.retryAfter : undefined
  }
}

/** Returns the API's error for one of its own or of a source of facts; null for any other. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof InvalidInput)
    return new ApiError('VALIDATION_ERROR', { detail: error.message }, { cause: error.cause })
  if (error instanceof NetworkUnavailable) {
    const { chain, retryAfter } = error
    return new ApiError('UPSTREAM_UNAVAILABLE', { chain, retryAfter }, { cause: error.cause })
  }
  if (error instanceof StoreUnavailable) {
    const code = error.reason === 'full' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE'
    return new ApiError(code, { detail: error.message, retryAfter: STORE_RETRY_SECONDS }, { cause: error.cause })
  }
  if (error instanceof SandboxFolderUnusable) {
    const { message: detail, cause } = error
    return new ApiError('STORAGE_UNAVAILABLE', { detail, retryAfter: FOLDER_RETRY_SECONDS }, { cause })
  }
  return null
}

/** An operator has to act first. */
const FOLDER_RETRY_SECONDS = 60
const STORE_RETRY_SECONDS = 5
