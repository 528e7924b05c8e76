/** Returns a search that is awaited at the end. Where another search fails before, its own failure is of no interest. */
export function inBackground<Found>(search: Promise<Found>): Promise<Found> {
  search.catch(() => undefined)
  return search
}
