import type { Cursors } from '../domain/ports/cursors.ts'
import { ApiError } from '../errors.ts'

type Page = { limit: number; cursor: string | null }

/**
 * Pages whose places are numbers of a whole table: sealed, for they would tell how much happens to others.
 * @throws ApiError VALIDATION_ERROR for a cursor that was not answered for the same question.
 */
export function createSealedPages(cursors: Cursors) {
  return async <Found extends { nextCursor: string | null }>(
    about: string,
    { limit, cursor }: Page,
    list: (page: Page) => Promise<Found>,
  ): Promise<Found> => {
    const place = cursor === null ? null : cursors.unseal(cursor, about)
    if (cursor !== null && place === null)
      throw new ApiError('VALIDATION_ERROR', { detail: 'query.cursor: expected a cursor as answered' })
    const found = await list({ limit, cursor: place })
    return { ...found, nextCursor: found.nextCursor && cursors.seal(found.nextCursor, about) }
  }
}
