const HOUR = 3_600n
const DAY = 86_400n

/** Seconds of the later blocks, each since the block before: an hour, 1, 8, 30 and 400 days in all. */
export const LATER = stepsOf([HOUR, DAY, 8n * DAY, 30n * DAY, 400n * DAY])

/** Further days, where no withdrawal paid by then: each day of a week, and windows and locks of weeks and months. */
const BETWEEN = [2n, 3n, 4n, 5n, 6n, 7n, 10n, 14n, 21n, 45n, 60n, 90n, 180n].map((days) => days * DAY)
export const BETWEEN_STEPS = stepsOf(BETWEEN)

/** Seconds since the transaction at which withdrawals are tried, all of them. */
export const TRIED = [0n, HOUR, DAY, 8n * DAY, 30n * DAY, 400n * DAY, ...BETWEEN].map(Number).toSorted((a, b) => a - b)

/** Seconds by which a withdrawal that paid is put off, to see whether it still pays. */
export const PUT_OFF = [HOUR, DAY, 8n * DAY, 30n * DAY]
/** Further delays of a withdrawal that keeps a fee: one for early withdrawals ends. */
export const MATURITIES = [90n * DAY, 400n * DAY]
/** Further delays, by which a window that opens every week, month or year is open again. */
export const NEXT_WINDOWS = [31n, 32n, 33n, 34n, 35n, 36n, 37n, 60n, 61n, 90n, 182n, 365n].map((days) => days * DAY)

/** Seconds of all blocks of a walk. */
export function secondsOf(blocks: readonly { seconds?: bigint }[]): bigint {
  return blocks.reduce((sum, { seconds = 0n }) => sum + seconds, 0n)
}

/** Seconds from each time to the next. */
export function stepsOf(times: readonly bigint[]): bigint[] {
  return times.map((time, at) => time - (times[at - 1] ?? 0n))
}
