import { InvalidArgumentError } from 'commander'

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** @example parseDuration('6h') // 21_600_000 */
export function parseDuration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('Minutes, hours or days: 30m, 6h, 1d.')
  return Number(count) * UNITS[unit as keyof typeof UNITS]
}

/** Milliseconds in the largest unit that divides them. @example formatDuration(21_600_000) // '6h' */
export function formatDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm'] as const) if (ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`
  return `${Math.round(ms / 1000)}s`
}
