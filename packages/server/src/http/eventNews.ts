import type { Owner } from '../domain/account.ts'
import type { Events } from '../usecases/events/events.ts'

/** One who waits for what happens to an account. */
export type NewsReader = {
  /** True when something may have happened since the last time; false when the time, in milliseconds, was over first. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
  leave(): void
}

/** Between two looks: how late an event is streamed that another node raised. */
const LOOK_EVERY_MS = 500

type Waiting = { owner: string; news: boolean; wake: (() => void) | null }

/**
 * Wakes readers when something happened to their account: one poll for all readers of a process, and none without readers.
 * Only a hint: each reader reads on from its own place.
 */
export function createEventNews(events: Pick<Events, 'news'>, onProblem: (error: unknown) => void) {
  const readers = new Set<Waiting>()
  let place: number | null = null
  let looking = false

  async function look(): Promise<void> {
    looking = true
    try {
      while (readers.size > 0) {
        try {
          const said: Awaited<ReturnType<Events['news']>> = await events.news(place)
          const owners = new Set(said.owners.map(nameOf))
          // Events from before the first poll may be unread, so every reader is woken.
          for (const reader of readers) if (place === null || owners.has(reader.owner)) tell(reader)
          place = said.place
        } catch (error) {
          onProblem(error)
        }
        await pause(LOOK_EVERY_MS)
      }
    } finally {
      looking = false
      place = null
    }
  }

  return {
    read(owner: Owner): NewsReader {
      const reader: Waiting = { owner: nameOf(owner), news: false, wake: null }
      readers.add(reader)
      if (!looking) void look()
      return {
        async wait(ms, signal) {
          if (!reader.news && !signal.aborted) await waited(reader, ms, signal)
          const { news } = reader
          reader.news = false
          return news
        },
        leave: () => void readers.delete(reader),
      }
    },
  }
}

function tell(reader: Waiting): void {
  reader.news = true
  reader.wake?.()
}

async function waited(reader: Waiting, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const timer = setTimeout(wake, ms)
  signal.addEventListener('abort', wake, { once: true })
  reader.wake = wake
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
  reader.wake = null
}

function nameOf({ accountId, environment }: Owner): string {
  return `${environment} ${accountId}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
