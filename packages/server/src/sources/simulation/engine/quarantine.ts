/** Remembers which inputs cost a child its life. Keys are hashes; times Unix milliseconds. */
export type Quarantine = {
  has(key: string): boolean
  /** Nothing has crashed of late, so that no key need be made. */
  isEmpty(): boolean
  /** Counts a crash; the second one within the term quarantines the input. */
  strike(key: string): void
  /** The input ran through after all: somebody else had crashed the child they shared. */
  forgive(key: string): void
  /** Inputs now in quarantine. */
  size(): number
}

const MAX_REMEMBERED = 10_000
const CRASHES = 2

export function createQuarantine(termMs: number, now: () => number = Date.now): Quarantine {
  const records = new Map<string, { crashes: number; until: number }>()

  function sweep(): void {
    for (const [key, record] of records) if (record.until <= now()) records.delete(key)
    for (const key of records.keys()) {
      if (records.size <= MAX_REMEMBERED) break
      records.delete(key)
    }
  }

  return {
    has(key) {
      const record = records.get(key)
      return record !== undefined && record.crashes >= CRASHES && record.until > now()
    },
    isEmpty: () => records.size === 0,
    strike(key) {
      sweep()
      const crashes = (records.get(key)?.crashes ?? 0) + 1
      records.delete(key)
      records.set(key, { crashes, until: now() + termMs })
    },
    forgive: (key) => void records.delete(key),
    size() {
      sweep()
      return [...records.values()].filter((record) => record.crashes >= CRASHES).length
    },
  }
}
