const DAY_S = 86_400

/** How long before a block an older one was, in whole days: `a day ago`, `4 days ago`. Times in Unix seconds. */
export function daysAgo(older: number, block: bigint): string {
  const days = Math.max(1, Math.round((Number(block) - older) / DAY_S))
  return days === 1 ? 'a day ago' : `${days} days ago`
}
