import { failureText } from './refreshSource.ts'

/** Keeps lists up to date in the background. */
export type FeedScheduler = {
  start(): void
  /** Stops what is being fetched, leaving the old list, and resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** After the start, so that it costs the start-up nothing. */
const FIRST_LOOK_MS = 5_000
/** How late a due list is asked for at most; looking is one small query. */
const LOOK_EVERY_MS = 30_000

/**
 * Refreshes due lists, one at a time. Nodes share the work: `refreshNext` claims what it fetches.
 * @param refreshNext refreshes the list that is longest overdue; false when none is due. Its outcome is its own to tell.
 * @param log receives what kept it from working at all, such as a database that does not answer.
 */
export function createFeedScheduler({
  refreshNext,
  log,
  firstLookMs = FIRST_LOOK_MS,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  refreshNext: (signal: AbortSignal) => Promise<boolean>
  log: (line: string) => void
  firstLookMs?: number
  lookEveryMs?: number
}): FeedScheduler {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  const arm = (ms: number) => {
    timer = setTimeout(() => {
      running = look().finally(() => {
        if (!stopping.signal.aborted) arm(lookEveryMs)
      })
    }, ms).unref()
  }
  const look = async () => {
    try {
      while (!stopping.signal.aborted && (await refreshNext(stopping.signal))) {}
    } catch (error) {
      log(`lists cannot be refreshed now: ${failureText(error)}`)
    }
  }

  return {
    start() {
      if (timer === null && !stopping.signal.aborted) arm(firstLookMs)
    },
    async stop() {
      stopping.abort()
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
