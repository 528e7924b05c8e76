import { resemblance } from '@redoubt/risk/accounts/resemblance.ts'
import type { Address } from '@redoubt/risk/address.ts'

export type Lookalike = {
  /** The known address that is imitated. */
  address: Address
  /** Hexadecimal digits in common at each end. */
  prefix: number
  suffix: number
}
export type LookalikeIndex = {
  /**
   * Known addresses that this one could be taken for, most digits in common first. None when it is known itself.
   * @param address in any case.
   */
  similarTo(address: Address): Lookalike[]
  /** @param address in any case. */
  has(address: Address): boolean
}

/** Three digits of the front and four of the back, 28 bits: all that resemble each other are in one bucket. */
const BUCKETS = 2 ** 28
/** A bucket and a position make one number of at most 53 bits. */
const MAX_ADDRESSES = 2 ** 24

/**
 * Index for address poisoning over known addresses: sorted numbers, 8 bytes an address, and a binary search. By chance a
 * stranger resembles one of n known addresses with probability n / 2^28, and n of them hold n² / 2^29 pairs: 1 in 16,000
 * and 0.5 pairs for 17,000.
 * @param addresses in any case.
 * @throws RangeError beyond 16 million.
 */
export function createLookalikeIndex(addresses: Iterable<Address>): LookalikeIndex {
  const known = new Set<Address>()
  for (const address of addresses) known.add(address.toLowerCase() as Address)
  if (known.size > MAX_ADDRESSES) throw new RangeError(`${known.size} addresses are more than the index can hold.`)
  const list = [...known]
  const sorted = Float64Array.from(list, (address, position) => bucketOf(address) * MAX_ADDRESSES + position).sort()
  return {
    has: (asked) => known.has(asked.toLowerCase() as Address),
    similarTo: (asked) => {
      const address = asked.toLowerCase() as Address
      if (known.has(address)) return []
      const bucket = bucketOf(address)
      const found: Lookalike[] = []
      for (let at = lowerBound(sorted, bucket * MAX_ADDRESSES); at < sorted.length; at++) {
        const entry = sorted[at] ?? 0
        if (entry >= (bucket + 1) * MAX_ADDRESSES) break
        const similar = list[entry % MAX_ADDRESSES] as Address
        const digits = resemblance(address, similar)
        if (digits) found.push({ address: similar, ...digits })
      }
      return found.sort((a, b) => b.prefix + b.suffix - (a.prefix + a.suffix) || (a.address < b.address ? -1 : 1))
    },
  }
}

function bucketOf(address: Address): number {
  return Number.parseInt(address.slice(2, 5) + address.slice(-4), 16) % BUCKETS
}

/** Index of the first member that is not below `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
