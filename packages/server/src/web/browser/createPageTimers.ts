import { createFairTime } from './createFairTime.ts'

/** A timer that is due within that time is soon due, and what it does follows within the margin, in milliseconds. */
const SOON_MS = 450
const SOON_MARGIN_MS = 40
/** Most pages that save what is typed wait no longer than that, in milliseconds. */
const SAVED_MS = 800
/** Timers of a window that its provider tells of: with the last of them it tells that more may come. */
const TOLD_TIMERS = 30
/** What a page does every five seconds is done by then, in milliseconds. */
const INTERVAL_MS = 1_400
/** Longest wait for what a page has put off, in milliseconds: what it does after ten seconds is done by then. */
const LATE_MS = 2_200
const LATE_MARGIN_MS = 100

/** What a page has put off, and how long its visitor waits for it. All times in milliseconds. */
export type PageTimers = {
  /** The page put something off, by so many milliseconds. */
  putOff(milliseconds: number): void
  /** What stands in the fields from now on. */
  typing(words: 'phrase' | 'sentence' | null): void
  /** The page told what it is about: from then on waiting counts for nothing. */
  told(): void
  /** Whether what is soon due has had its time. */
  isQuiet(): boolean
  /** How long to wait for what was put off since the fields were filled, counted from then and at least so long. A long wait is taken from the time there is for such waits; zero or less for none. */
  takeSavedWait(leastMs: number): number
  /** How long to wait for what comes late; zero or less where nothing does. */
  lateWait(): number
  /** False where ordinary words were taken away too early, and the phrase left later than that. */
  isFair(): boolean
}

/** @param now milliseconds of the clock that the page's events are measured with. */
export function createPageTimers(now: () => number = () => performance.now()): PageTimers {
  const fair = createFairTime(now)
  let lateUntil = 0
  /** When timers of the page are due that are due soon. */
  let soonUntil = 0
  /** When timers of the page are due that were set since the fields were filled. */
  let savedAt = 0
  /** What is left to wait for timers that are due later than that. */
  let lateLeft = 2 * LATE_MS
  let timers = 0
  let knowsIntervals = false
  return {
    putOff(milliseconds) {
      const due = now() + Math.min(milliseconds, LATE_MS)
      timers++
      knowsIntervals ||= milliseconds >= LATE_MS
      lateUntil = Math.max(lateUntil, due)
      savedAt = Math.max(savedAt, due + SOON_MARGIN_MS)
      if (milliseconds <= SOON_MS) soonUntil = Math.max(soonUntil, due + SOON_MARGIN_MS)
    },
    typing(words) {
      if (words === null) savedAt = 0
      fair.typing(words)
    },
    told: fair.told,
    isQuiet: () => now() >= soonUntil,
    takeSavedWait(leastMs) {
      // Beyond so many timers the page is not asked when the others are due; intervals began before the fields were filled.
      const others = timers >= TOLD_TIMERS ? LATE_MS : knowsIntervals ? INTERVAL_MS : 0
      knowsIntervals = false
      const wanted = Math.max(leastMs, Math.max(savedAt, fair.since() + others) - now())
      const wait = Math.min(wanted, Math.max(SAVED_MS, lateLeft))
      if (wanted > wait) fair.cut()
      if (wait > SAVED_MS) lateLeft -= wait
      return wait
    },
    lateWait: () => Math.min(lateUntil + LATE_MARGIN_MS - now(), LATE_MS),
    isFair: fair.isFair,
  }
}
