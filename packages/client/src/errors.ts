import type { DetailedError } from './api.generated.ts'

/** What the service says is wrong: docs/errors.md. A later version of the service may add codes. */
export type ErrorCode = DetailedError['error']['code']
/** One wrong member of a request. */
export type ErrorDetail = DetailedError['error']['details'][number]

/** Every failure of a call but an abort, which throws the reason of its signal. */
export abstract class RedoubtError extends Error {
  abstract readonly code: ErrorCode | 'TIMEOUT' | 'CONNECTION_FAILED' | 'UNEXPECTED_ANSWER'
  /** Of the last attempt, as the operator finds it in the log; null when nothing was answered. */
  readonly requestId: string | null

  constructor(message: string, { requestId = null, ...options }: ErrorOptions & { requestId?: string | null } = {}) {
    super(message, options)
    this.requestId = requestId
  }
}

/** The service refused the request or failed at it. */
export class ApiError extends RedoubtError {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  /** Each wrong member: path, what is wrong, and what to send instead. */
  readonly details: readonly ErrorDetail[]
  /** Seconds to wait before the next request; null when the service named none. */
  readonly retryAfterSeconds: number | null

  constructor(
    { code, message, details = [] }: { code: ErrorCode; message: string; details?: readonly ErrorDetail[] },
    answer: { status: number; requestId: string | null; retryAfterSeconds: number | null },
  ) {
    super(message, { requestId: answer.requestId })
    this.code = code
    this.status = answer.status
    this.details = details
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

/** No whole answer within `timeoutMs`: the body counts, not only the headers. */
export class TimeoutError extends RedoubtError {
  override readonly name = 'TimeoutError'
  readonly code = 'TIMEOUT'

  constructor(timeoutMs: number) {
    super(`No complete answer within ${timeoutMs} ms.`)
  }
}

/** The connection was refused, or broke before the answer was complete; `cause` says how. */
export class ConnectionError extends RedoubtError {
  override readonly name = 'ConnectionError'
  readonly code = 'CONNECTION_FAILED'
}

/** Something between here and the service answered, such as a proxy. */
export class UnexpectedAnswerError extends RedoubtError {
  override readonly name = 'UnexpectedAnswerError'
  readonly code = 'UNEXPECTED_ANSWER'
  readonly status: number

  constructor(message: string, { status, requestId }: { status: number; requestId: string | null }) {
    super(message, { requestId })
    this.status = status
  }
}
