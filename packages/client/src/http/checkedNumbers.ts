/** Longest time of a timer, in milliseconds: a longer one ends at once. */
const MAX_MS = 2 ** 31 - 1

/** Returns a time-out in milliseconds. @throws TypeError that names the option. */
export function checkedMs(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_MS) return value
  throw new TypeError(`${name}: expected milliseconds above 0 and up to ${MAX_MS}, not ${shown(value)}`)
}

/** Returns a number of retries. @throws TypeError: compared with NaN, no attempt would be the last one. */
export function checkedRetries(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new TypeError(`maxRetries: expected a whole number from 0 on, not ${shown(value)}`)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
