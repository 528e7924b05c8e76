import { ApiError, UnexpectedAnswerError } from '@redoubt/client'
import { sessionFetch } from './client.ts'

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: unknown; signal?: AbortSignal }
type Answer<Data> = {
  success?: boolean
  data?: Data
  error?: { code: ApiError['code']; message: string; details?: ApiError['details'] }
}

/**
 * Asks an endpoint that only pages use (session, members, usage), which the client therefore has no method for.
 * @throws ApiError when the service refuses.
 */
export async function askAccount<Data>(path: string, { method = 'GET', body, signal }: Call = {}): Promise<Data> {
  const init: RequestInit = { method, headers: { accept: 'application/json, application/problem+json' } }
  if (signal !== undefined) init.signal = signal
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { accept: 'application/json, application/problem+json', 'content-type': 'application/json' }
  }
  const response = await sessionFetch(path, init)
  const requestId = response.headers.get('x-request-id')
  const answer: Answer<Data> = await response.json().catch(() => ({}))
  if (answer.error !== undefined) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw new ApiError(answer.error, {
      status: response.status,
      requestId,
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    })
  }
  if (!response.ok || answer.data === undefined)
    throw new UnexpectedAnswerError(`HTTP ${response.status} without an answer of the service.`, {
      status: response.status,
      requestId,
    })
  return answer.data
}
