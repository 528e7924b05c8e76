import { ApiError } from '../../errors.ts'

/**
 * Reads the `origin` of a validated body; null when the caller names none.
 * @throws ApiError VALIDATION_ERROR for what the pattern lets through and no browser would open.
 */
export function parseOrigin(given: string | undefined): string | null {
  if (given === undefined) return null
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ApiError('VALIDATION_ERROR', { detail: 'body.origin: expected an http or https URL' })
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return url.href
}
