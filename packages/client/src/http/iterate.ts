import { UnexpectedAnswerError } from '../errors.ts'

/** A page of a list. `hasMore` where the last page has a cursor too. */
type Page = { nextCursor?: string | null; hasMore?: boolean }

/** Pages in a row without an item; the service has none but perhaps the last. */
const MAX_EMPTY_PAGES = 100

/**
 * Yields the pages of a list, each when the page before it was taken.
 * @param list reads the page after a cursor. @param countOf items of a page.
 * @throws UnexpectedAnswerError for a list without end: a cursor that comes again, or a hundred pages without an item.
 */
export async function* eachPage<One extends Page>(
  list: (cursor: string | undefined) => Promise<One>,
  countOf: (page: One) => number,
  from?: string,
): AsyncGenerator<One, void, undefined> {
  const seen = new Set(from === undefined ? [] : [from])
  let cursor = from
  let empty = 0
  for (;;) {
    const page = await list(cursor)
    yield page
    const next = page.nextCursor ?? undefined
    if (next === undefined || page.hasMore === false) return
    empty = countOf(page) === 0 ? empty + 1 : 0
    if (seen.has(next) || empty === MAX_EMPTY_PAGES)
      throw new UnexpectedAnswerError('The list does not end: its pages repeat, or are empty. Is baseUrl right?', {
        status: 200,
        requestId: null,
      })
    seen.add(next)
    cursor = next
  }
}

/** Yields the items of every page. @throws UnexpectedAnswerError for a list without end. */
export async function* iterate<One extends Page, Item>(
  list: (cursor: string | undefined) => Promise<One>,
  itemsOf: (page: One) => readonly Item[],
  from?: string,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of eachPage(list, (one) => itemsOf(one).length, from)) yield* itemsOf(page)
}
