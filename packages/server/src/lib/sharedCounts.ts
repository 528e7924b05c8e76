import { NO_SIBLINGS, type Siblings } from './siblings.ts'

/** Counts by name. Each process of a service has its own counts, and knows those of the others as of some milliseconds ago. */
export type SharedCounts = {
  /** Tells the others the own count of a name; 0: it is forgotten. */
  set(name: string, count: number): void
  /** Sum of the others' counts. */
  others(name: string): number
}

type Told = { name: string; count: number }

/**
 * @param topic of the siblings' messages.
 * @param keptMs how long a count that is told holds, in milliseconds; default: until another one is told, or its process ends.
 */
export function createSharedCounts(
  siblings: Siblings,
  topic: string,
  { keptMs = Number.POSITIVE_INFINITY, now = Date.now }: { keptMs?: number; now?: () => number } = {},
): SharedCounts {
  if (siblings === NO_SIBLINGS) return NO_SHARED_COUNTS
  const own = new Map<string, number>()
  const others = new Map<string, Map<number, { count: number; until: number }>>()
  let changed = new Set<string>()
  const tell = (name: string) => {
    // Only the last count of the moment is told.
    if (changed.size === 0)
      setTimeout(() => {
        const names = changed
        changed = new Set()
        siblings.tell(
          topic,
          Array.from(names, (one): Told => ({ name: one, count: own.get(one) ?? 0 })),
        )
      }, 1).unref()
    changed.add(name)
  }
  siblings.hear(topic, (message, from) => {
    for (const { name, count } of message as Told[]) {
      const ofName = others.get(name) ?? new Map<number, { count: number; until: number }>()
      if (count === 0) ofName.delete(from)
      else ofName.set(from, { count, until: now() + keptMs })
      if (ofName.size === 0) others.delete(name)
      else others.set(name, ofName)
    }
  })
  siblings.onGone((id) => {
    for (const [name, ofName] of others) if (ofName.delete(id) && ofName.size === 0) others.delete(name)
  })
  siblings.onJoined(() => {
    for (const name of own.keys()) tell(name)
  })
  return {
    set(name, count) {
      if (count === 0) own.delete(name)
      else own.set(name, count)
      tell(name)
    },
    others(name) {
      const ofName = others.get(name)
      if (ofName === undefined) return 0
      let sum = 0
      for (const [id, { count, until }] of ofName) {
        if (until > now()) sum += count
        else ofName.delete(id)
      }
      if (ofName.size === 0) others.delete(name)
      return sum
    },
  }
}

/** Of a process that is alone: nothing is told, and there are no others. */
const NO_SHARED_COUNTS: SharedCounts = { set: () => undefined, others: () => 0 }
