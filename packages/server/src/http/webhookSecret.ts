import { ApiError } from '../errors.ts'

/**
 * A secret of the caller's own, or null. Its bytes in UTF-8 are the key: what has none, two programs would encode differently.
 * @throws ApiError VALIDATION_ERROR
 */
export function webhookSecret(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!given.isWellFormed() || given.includes('\0'))
    throw new ApiError('VALIDATION_ERROR', {
      detail: 'body.secret: expected text that UTF-8 can write, without NUL and half surrogate pairs',
    })
  return given
}
