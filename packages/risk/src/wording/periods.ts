/** Returns a length of time in words: `an hour`, `a day`, `8 days`. */
export function describePeriod(seconds: number): string {
  const days = Math.round(seconds / 86_400)
  if (days < 1) return 'an hour'
  return days === 1 ? 'a day' : `${days} days`
}

/** Returns times after a transaction in words: `at once, after an hour and 1, 8 and 30 days later`. */
export function describeTimes(seconds: readonly number[]): string {
  const days = [...new Set(seconds.map((one) => Math.round(one / 86_400)))].filter((one) => one > 0)
  const list = days.length < 2 ? days.join('') : `${days.slice(0, -1).join(', ')} and ${days.at(-1)}`
  const parts = [
    ...(seconds.includes(0) ? ['at once'] : []),
    ...(seconds.some((one) => one > 0 && Math.round(one / 86_400) === 0) ? ['after an hour'] : []),
    ...(days.length > 0 ? [`${list} days later`] : []),
  ]
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Returns the day of a time in Unix seconds: `2030-11-30`. */
export function describeDate(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}
