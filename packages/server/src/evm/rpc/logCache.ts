import type { ChainLog } from './chainSource.ts'

/** Logs of ranges that end at a pinned block, by that block's hash and the filter: they never change. */
export type LogCache = {
  /** The remembered answer, the one on its way, or a new one. A failure is not remembered. */
  get(key: string, read: () => Promise<ChainLog[]>): Promise<ChainLog[]>
}

/** Least recently used first out; bounded in logs, and an empty answer counts as one. */
export function createLogCache(maxLogs: number): LogCache {
  const entries = new Map<string, { logs: Promise<ChainLog[]>; size: number }>()
  let held = 0

  function drop(key: string): void {
    held -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get(key, read) {
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
        return known.logs
      }
      const entry = { logs: read(), size: 1 }
      entries.set(key, entry)
      held += entry.size
      entry.logs.then(
        (logs) => {
          if (entries.get(key) !== entry) return
          held += logs.length
          entry.size += logs.length
          for (const oldest of entries.keys()) {
            if (held <= maxLogs) break
            drop(oldest)
          }
        },
        () => {
          if (entries.get(key) === entry) drop(key)
        },
      )
      return entry.logs
    },
  }
}
