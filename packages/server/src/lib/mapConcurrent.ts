/**
 * Maps items with at most `limit` of them under way at once; results in the order of the items. After a failure no other item is
 * begun.
 */
export async function mapConcurrent<Item, Value>(
  items: readonly Item[],
  limit: number,
  map: (item: Item, index: number) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = []
  let next = 0
  const work = async (): Promise<void> => {
    try {
      for (let at = next++; at < items.length; at = next++) results[at] = await map(items[at] as Item, at)
    } catch (error) {
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return results
}
