/** How long an endpoint usually takes over one kind of work, in milliseconds. */
export type Latency = {
  /** Mean of recent answers; null before the first. */
  usual(): number | null
  /** After this long an answer is late. */
  lateAfter(): number
  took(ms: number): void
}

/** Share of a new measurement in the mean. */
const SHARE = 0.1
/** An answer is late after the mean and so many mean deviations, within these bounds. */
const DEVIATIONS = 4
const MIN_LATE_MS = 60
const MAX_LATE_MS = 600
/** Before the first answer. */
const UNKNOWN_LATE_MS = 250

/** Follows the mean and the mean deviation, as TCP does for its retransmissions (RFC 6298). */
export function createLatency(): Latency {
  let mean: number | null = null
  let deviation = 0
  return {
    usual: () => mean,
    lateAfter: () =>
      mean === null
        ? UNKNOWN_LATE_MS
        : Math.min(MAX_LATE_MS, Math.max(MIN_LATE_MS, mean + DEVIATIONS * Math.max(deviation, mean / 8))),
    took(ms) {
      if (mean === null) {
        mean = ms
        deviation = ms / 2
        return
      }
      deviation += SHARE * (Math.abs(ms - mean) - deviation)
      mean += SHARE * (ms - mean)
    },
  }
}
