import { createSharedCounts } from '../../lib/sharedCounts.ts'
import { NO_SIBLINGS, type Siblings } from '../../lib/siblings.ts'

const MINUTE_MS = 60_000
/** Addresses remembered at once; the longest silent are forgotten first. */
const MAX_ADDRESSES = 10_000

/**
 * Returns what names one client: its IPv4 address, or the /64 network of its IPv6 address, because one household has a whole network.
 * @param ip as Node writes it.
 */
export function clientNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter((group) => group !== '')
  const right = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}

/**
 * Requests of the last minute by client, in the memory of one node.
 * @param options.windowMs another window than a minute. @param options.siblings processes of this node that count together, under a topic.
 */
export function createAddressWindows({
  windowMs = MINUTE_MS,
  siblings = NO_SIBLINGS,
  topic = '',
}: {
  windowMs?: number
  siblings?: Siblings
  topic?: string
} = {}) {
  const shared = createSharedCounts(siblings, topic, { keptMs: windowMs })
  /** Times in Unix milliseconds, ascending; the clients in the order of their last request. */
  const windows = new Map<string, number[]>()
  return {
    /** Counts one request. @returns when the next one may come, in Unix milliseconds, if it is refused; else null. */
    take(client: string, limit: number, now: number): number | null {
      const times = (windows.get(client) ?? []).filter((at) => at > now - windowMs)
      const [oldest] = times
      const refused = times.length + shared.others(client) >= limit
      if (!refused) {
        times.push(now)
        shared.set(client, times.length)
      }
      windows.delete(client)
      windows.set(client, times)
      for (const longest of windows.keys()) {
        if (windows.size <= MAX_ADDRESSES) break
        windows.delete(longest)
        shared.set(longest, 0)
      }
      return refused ? (oldest ?? now) + windowMs : null
    },
  }
}
