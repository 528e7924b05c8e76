/** Returns a length of time in words: `an hour`, `a day`, `8 days`. */
export function describePeriod(seconds: number): string {
  const days = Math.round(seconds / 86_400)
  if (days < 1) return 'an hour'
  return days === 1 ? 'a day' : `${days} days`
}
