import type { Address } from '../address.ts'
import type { Log } from '../facts/execution.ts'
import { type ReadEvents, readRunEvents } from '../intent/readRunEvents.ts'

/** What events tell, and the contracts with an event that cannot be read: any contract can write one, to hide those of the others. */
export type ReadableEvents = ReadEvents & { unreadable: Address[] }

/** Reads every event that can be read. */
export function readableEvents(events: readonly Log[]): ReadableEvents {
  const unreadable = new Set<Address>()
  const readable = events.filter((log) => {
    try {
      readRunEvents([log])
      return true
    } catch {
      unreadable.add(log.address)
      return false
    }
  })
  return { ...readRunEvents(readable), unreadable: [...unreadable] }
}
