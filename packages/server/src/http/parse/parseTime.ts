import { ApiError } from '../../errors.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Reads a time as ISO 8601 writes it, in Unix milliseconds.
 * @param member how a complaint calls it: `query.since`.
 * @throws ApiError VALIDATION_ERROR for what is no time: days that no calendar has, too.
 */
export function parseTime(text: string, member: string): number {
  const [, day] = ISO.exec(text) ?? []
  const at = Date.parse(text)
  // V8 reads 30 February as 2 March.
  const exists = day !== undefined && !Number.isNaN(at) && new Date(Date.parse(day)).toISOString().startsWith(day)
  if (!exists)
    throw new ApiError('VALIDATION_ERROR', {
      detail: `${member}: expected an ISO 8601 time such as 2026-11-21T12:00:00Z`,
    })
  return at
}
