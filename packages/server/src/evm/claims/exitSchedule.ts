const HOUR = 3_600n
const DAY = 86_400n

/** Seconds of the later blocks, each since the block before: an hour, 1, 8, 30 and 400 days in all. */
export const LATER = [HOUR, DAY - HOUR, 7n * DAY, 22n * DAY, 370n * DAY]
/** Seconds of each block since the transaction. */
export const SINCE = [0n, HOUR, DAY, 8n * DAY, 30n * DAY, 400n * DAY]

/** Seconds by which a withdrawal that paid is put off, to see whether it still pays. */
export const PUT_OFF = [HOUR, DAY, 8n * DAY, 30n * DAY]
/** Further delays, by which a window that opens every week, month or year is open again. */
export const NEXT_WINDOWS = [31n, 32n, 33n, 34n, 35n, 36n, 37n, 60n, 61n, 90n, 182n, 365n].map((days) => days * DAY)
