/** Maps items with at most `most` of them under way at once; results in the order of the items. */
export async function mapConcurrent<Item, Value>(
  items: readonly Item[],
  most: number,
  learn: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await learn(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return results
}
