import type { EntryKey } from '../ports.ts'

// Seeds and odd multipliers of the two lanes: digits of pi, and those of xxHash. Fingerprints are stored: never change them.
const SEED_HIGH = 0x243f6a88
const SEED_LOW = 0x85a308d3
const PRIME_1 = 0x9e3779b1
const PRIME_2 = 0x85ebca77
const PRIME_3 = 0xc2b2ae3d
/** Top two bits of a fingerprint: a set can tell whether it holds anything of a kind at all. */
const KIND: Readonly<Record<EntryKey['kind'], number>> = { address: 0, host: 1, url: 2, hash: 3 }

/**
 * Writes 62 bits of hash and 2 of kind for an entry key whose value is `text` from `start` to `end` to `into`, as high and
 * low word; never both zero. Not keyed: a collision makes this server ask its database once more and reveals nothing,
 * because every hit is confirmed exactly. By two words and by range, since the walk over a host's parents makes hundreds of
 * thousands a second and must allocate nothing.
 * @param into at least two words.
 */
export function fingerprint(
  kind: EntryKey['kind'],
  text: string,
  into: Uint32Array,
  start = 0,
  end = text.length,
): void {
  let high = SEED_HIGH
  let low = SEED_LOW
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    // The rotation carries high bits down: a multiplication alone only ever carries up, in both lanes alike.
    high = Math.imul(((high << 15) | (high >>> 17)) ^ unit, PRIME_1)
    low = Math.imul(((low << 13) | (low >>> 19)) ^ unit, PRIME_2)
  }
  high = (high + low) | 0
  low = (low + high + end - start) | 0
  high = avalanche(high)
  low = avalanche(low)
  high = (high + low) | 0
  low = (low + high) | 0
  into[0] = (high >>> 2) | (KIND[kind] << 30)
  // Both words zero means "empty" in a set.
  into[1] = into[0] === 0 && low === 0 ? 1 : low
}

function avalanche(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 15), PRIME_2)
  mixed = Math.imul(mixed ^ (mixed >>> 13), PRIME_3)
  return mixed ^ (mixed >>> 16)
}
