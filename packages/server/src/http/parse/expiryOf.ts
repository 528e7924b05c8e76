import type { ApiKey } from '../../domain/apiKey.ts'
import { ApiError } from '../../errors.ts'

/**
 * When a key or token that a key creates expires, in Unix milliseconds: never later than its creator, so that the end of a key is also that of
 * what it handed out.
 * @param given `body.expiresAt`.
 * @throws ApiError VALIDATION_ERROR for a time that is over, or later than the creator's own end.
 */
export function expiryOf(given: string | undefined, creator: Pick<ApiKey, 'expiresAt'>, now: number): number | null {
  if (given === undefined) return creator.expiresAt
  const at = Date.parse(given)
  if (!(at > now)) throw new ApiError('VALIDATION_ERROR', { detail: 'body.expiresAt: expected a time in the future' })
  if (creator.expiresAt !== null && at > creator.expiresAt)
    throw new ApiError('VALIDATION_ERROR', {
      detail: `body.expiresAt: expected no later than ${new Date(creator.expiresAt).toISOString()}, when the key that creates it expires`,
    })
  return at
}
