import { UnexpectedAnswerError } from '@redoubt/client'
import { sessionFetch } from '../../api/client.ts'

/**
 * `data` of an endpoint that this version of the service may not have; null where it has none.
 * @throws UnexpectedAnswerError when it is refused.
 */
export async function askOptional(path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
  const response = await sessionFetch(path, { signal })
  if (response.status === 404) return null
  const answer: { data?: Record<string, unknown>; error?: { message: string } } = await response
    .json()
    .catch(() => ({}))
  if (answer.data !== undefined) return answer.data
  throw new UnexpectedAnswerError(answer.error?.message ?? `HTTP ${response.status}`, {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
  })
}
