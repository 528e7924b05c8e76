/** A page of a list. `hasMore` where the last page has a cursor too. */
type Page = { nextCursor?: string | null; hasMore?: boolean }

/** Yields the items of every page; a page is requested when the items before it were taken. */
export async function* iterate<One extends Page, Item>(
  list: (cursor: string | undefined) => Promise<One>,
  itemsOf: (page: One) => readonly Item[],
  from?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from
  for (;;) {
    const page = await list(cursor)
    yield* itemsOf(page)
    const next = page.nextCursor ?? undefined
    if (next === undefined || next === cursor || page.hasMore === false) return
    cursor = next
  }
}
