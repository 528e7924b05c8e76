import { withSignal } from '../../lib/withSignal.ts'

/** Pause before a retry, after a new answer failed in the background. */
const RETRY_MS = 5_000
/** What is made in the background has at least so many milliseconds: who happened to ask may have been in a hurry. */
const MIN_IN_BACKGROUND_MS = 10_000
/** A caller waits for an answer that is being made for another caller at most this share beyond its own deadline. */
const PATIENCE = 0.1
/** With fewer milliseconds left nothing is begun anew. */
const MIN_MS = 200

type Kept<Value> = { value: Value; revision: string; deadlineMs: number; bytes: number; retryAt: number }
/** `until`: when its deadline ends, in Unix milliseconds. */
type Flight<Value> = { value: Promise<Value>; waiting: number; controller: AbortController; until: number }

export type EntityCache<Value> = {
  /**
   * The kept answer, or that of the question under way, or that of a new one.
   * @returns `age` in milliseconds; `kept`: the answer was made for an earlier call.
   * @throws what making it throws, and the reason of the signal when it fires: making is aborted when no caller waits for
   * it.
   */
  share(
    ask: {
      key: string
      /** Of what the answer depends on besides; an answer of another revision is forgotten. */
      revision: string
      deadlineMs: number
      /** Do not look at kept answers. */
      fresh: boolean
      signal: AbortSignal
    },
    make: (signal: AbortSignal, fresh: boolean, deadlineMs: number) => Promise<Value>,
  ): Promise<{ value: Value; age: number; kept: boolean }>
  /** The kept answer of a revision, as long as it is given; null: none. */
  peek(key: string, revision: string): Value | null
  /** Whether an answer of some revision is kept. */
  has(key: string): boolean
}

/**
 * Answers of questions that cost seconds. A fresh one is given again; one that is not fresh any more is given too, for `staleMs`,
 * while one new one is made in the background; concurrent questions share one that ends in their time. Forgets those used least
 * recently beyond `maxBytes`.
 */
export function createEntityCache<Value>(options: {
  maxBytes: number
  bytesOf(value: Value): number
  /** Unix milliseconds. */
  madeAt(value: Value): number
  freshMs(value: Value): number
  /** Milliseconds for which an answer that is not fresh any more is given at once; 0: never. */
  staleMs(value: Value): number
  /** False: a deadline cut it short, and more time may show more. */
  isComplete(value: Value): boolean
  now(): number
  /** A new answer could not be made in the background. */
  onProblem?(error: unknown): void
}): EntityCache<Value> {
  const { now } = options
  const kept = new Map<string, Kept<Value>>()
  const flights = new Map<string, Set<Flight<Value>>>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, entry: Kept<Value>) => {
    // A hurried question shows less of the same thing: it takes no whole answer away.
    if (!options.isComplete(entry.value) && isWhole(kept.get(key), entry.revision)) return
    forget(key)
    kept.set(key, entry)
    bytes += entry.bytes
    for (const oldest of kept.keys()) {
      if (bytes <= options.maxBytes) break
      forget(oldest)
    }
  }
  const isWhole = (found: Kept<Value> | undefined, revision: string) =>
    found !== undefined && isUsable(found, revision) && options.isComplete(found.value)
  const isUsable = (found: Kept<Value>, revision: string) => {
    const age = now() - options.madeAt(found.value)
    return found.revision === revision && age >= 0 && age < options.freshMs(found.value) + options.staleMs(found.value)
  }
  const find = (key: string, revision: string, deadlineMs: number): Kept<Value> | null => {
    const found = kept.get(key)
    if (found === undefined) return null
    if (!isUsable(found, revision)) {
      forget(key)
      return null
    }
    if (!options.isComplete(found.value) && deadlineMs > found.deadlineMs) return null
    // The most recently used last.
    kept.delete(key)
    kept.set(key, found)
    return found
  }

  return {
    peek(key, revision) {
      const found = kept.get(key)
      return found !== undefined && isUsable(found, revision) ? found.value : null
    },
    has: (key) => kept.has(key),
    async share(ask, make) {
      const { key, revision, deadlineMs, fresh, signal } = ask
      const found = fresh ? null : find(key, revision, deadlineMs)
      if (found !== null) {
        const age = now() - options.madeAt(found.value)
        if (age >= options.freshMs(found.value)) refresh(found)
        return { value: found.value, age, kept: true }
      }
      signal.throwIfAborted()
      const until = now() + deadlineMs
      for (;;) {
        const left = until - now()
        const joined = underWay(fresh, left)
        const value = await wait(joined ?? start(fresh, left))
        // What another's deadline cut short may be whole in the time that is left.
        if (joined === null || options.isComplete(value) || until - now() < MIN_MS)
          return { value, age: Math.max(0, now() - options.madeAt(value)), kept: false }
      }

      async function wait(flight: Flight<Value>): Promise<Value> {
        flight.waiting++
        try {
          return await withSignal(flight.value, signal)
        } finally {
          flight.waiting--
          if (flight.waiting === 0) flight.controller.abort(new Error('nobody waits for this answer'))
        }
      }

      function refresh(old: Kept<Value>): void {
        if (now() < old.retryAt) return
        old.retryAt = now() + RETRY_MS
        const maxMs = Math.max(deadlineMs, MIN_IN_BACKGROUND_MS)
        const flight = underWay(true, maxMs) ?? start(true, maxMs)
        // This count is never given back, so the refresh runs to its end; the next caller shares it.
        flight.waiting++
        flight.value.catch((error: unknown) => options.onProblem?.(error))
      }

      function underWay(anew: boolean, maxMs: number): Flight<Value> | null {
        const latest = now() + maxMs * (1 + PATIENCE)
        // The next caller must not get the answer of an abandoned question.
        for (const flight of flights.get(questionOf(anew)) ?? [])
          if (flight.until <= latest && !flight.controller.signal.aborted) return flight
        return null
      }

      function start(anew: boolean, maxMs: number): Flight<Value> {
        const question = questionOf(anew)
        const controller = new AbortController()
        const value = make(controller.signal, anew, maxMs)
          .then((made) => {
            const bytes = options.bytesOf(made)
            if (!controller.signal.aborted) keep(key, { value: made, revision, deadlineMs: maxMs, bytes, retryAt: 0 })
            return made
          })
          .finally(() => land(question, flight))
        const flight = { value, waiting: 0, controller, until: now() + maxMs }
        const others = flights.get(question)
        if (others === undefined) flights.set(question, new Set([flight]))
        else others.add(flight)
        return flight
      }

      function land(question: string, flight: Flight<Value>): void {
        const others = flights.get(question)
        others?.delete(flight)
        if (others?.size === 0) flights.delete(question)
      }

      function questionOf(anew: boolean): string {
        return JSON.stringify([key, revision, anew])
      }
    },
  }
}
