/**
 * How the child of an input's last run ended. `byInput`: the input had it to itself, and the child died of it. `outOfTime`: it was
 * killed at the wall clock, whatever the reason.
 */
export type Suspicion = { byInput: boolean; outOfTime: boolean }

/** Inputs whose children died, by account. A suspect is run alone the next time; a convict is not run for the term. */
export type Quarantine = {
  /** Milliseconds until the input may be executed again; 0: it is not in quarantine. */
  left(key: string): number
  /** Null: it is no suspect. */
  suspicion(key: string): Suspicion | null
  /** Nothing is remembered, so that no key need be made. */
  isEmpty(): boolean
  suspect(key: string, suspicion: Suspicion): void
  /** Quarantines the input from now on, for the whole term. */
  convict(key: string): void
  /** It ran through alone. */
  clear(key: string): void
  /** Inputs now in quarantine. */
  size(): number
}

/** Beyond it the oldest go first. */
const MAX_REMEMBERED = 10_000

/** @param now Unix milliseconds. */
export function createQuarantine(termMs: number, now: () => number = Date.now): Quarantine {
  /** The oldest first. `suspicion` null: convicted. */
  const records = new Map<string, { until: number; suspicion: Suspicion | null }>()

  function find(key: string) {
    const record = records.get(key)
    return record !== undefined && record.until > now() ? record : null
  }
  function put(key: string, suspicion: Suspicion | null): void {
    records.delete(key)
    records.set(key, { until: now() + termMs, suspicion })
    sweep()
  }
  function sweep(): void {
    for (const [key, { until }] of records) {
      if (until > now() && records.size <= MAX_REMEMBERED) break
      records.delete(key)
    }
  }

  return {
    left(key) {
      const record = find(key)
      return record?.suspicion === null ? record.until - now() : 0
    },
    suspicion: (key) => find(key)?.suspicion ?? null,
    isEmpty: () => records.size === 0,
    suspect: put,
    convict: (key) => put(key, null),
    clear: (key) => void records.delete(key),
    size() {
      sweep()
      return [...records.values()].filter(({ suspicion }) => suspicion === null).length
    },
  }
}
