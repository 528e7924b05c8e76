import type { EntryKey } from '../ports.ts'

export type FingerprintSet = {
  /** `words` as `fingerprint` writes them. False is certain; true is to be confirmed. */
  has(words: Uint32Array): boolean
  /** False when no entry is of this kind: nothing of it need be computed. */
  holds(kind: EntryKey['kind']): boolean
  /** Distinct fingerprints. */
  size: number
  /** What the table takes: 11 to 23 bytes per fingerprint. */
  bytes: number
}

/** Slots filled at most; beyond it, runs of linear probing grow long. */
const MAX_LOAD = 0.7
/** Insertions at a stretch: one or two milliseconds. */
const SLICE = 16_384
/** Drawn per process, odd: no list can be written whose entries all probe the same slots. */
const [SPREAD_HIGH = 1, SPREAD_LOW = 1] = crypto.getRandomValues(new Uint32Array(2)).map((word) => word | 1)
/** Top two bits of a fingerprint: a set can tell whether it holds anything of a kind at all. */
const KIND: Readonly<Record<EntryKey['kind'], number>> = { address: 0, host: 1, url: 2, hash: 3 }

/**
 * One open-addressing table of all lists' fingerprints (blobs of `fingerprintsOf`). Built in slices, so that the event loop
 * goes round in between.
 * @throws RangeError on a blob of broken length.
 */
export async function buildFingerprintSet(blobs: readonly Uint8Array[]): Promise<FingerprintSet> {
  let max = 0
  for (const { length } of blobs) {
    if (length % 8 !== 0) throw new RangeError(`${length} bytes are not a list of fingerprints of 8 bytes.`)
    max += length / 8
  }
  let bits = 4
  while (2 ** bits * MAX_LOAD < max) bits++
  const table = new Uint32Array(2 ** (bits + 1))
  const shift = 32 - bits
  let size = 0
  let kinds = 0
  for (const blob of blobs) {
    const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
    for (let offset = 0; offset < blob.length; offset += 8) {
      if (offset % (SLICE * 8) === SLICE * 8 - 8) await new Promise(setImmediate)
      const low = view.getUint32(offset, true)
      const high = view.getUint32(offset + 4, true)
      // Would read as an empty slot; `fingerprint` makes none, a broken blob could.
      if (high === 0 && low === 0) continue
      const slot = slotOf(table, shift, high, low)
      if (table[slot] === high && table[slot + 1] === low) continue
      table[slot] = high
      table[slot + 1] = low
      kinds |= 1 << (high >>> 30)
      size++
    }
  }
  return {
    has: (words) => {
      const high = words[0] as number
      const low = words[1] as number
      const slot = slotOf(table, shift, high, low)
      return table[slot] === high && table[slot + 1] === low
    },
    holds: (kind) => (kinds & (1 << KIND[kind])) !== 0,
    size,
    bytes: table.byteLength,
  }
}

/** Index of the pair, or of the empty slot where it would be. There always is one: the load is bounded. */
function slotOf(table: Uint32Array, shift: number, high: number, low: number): number {
  let slot = ((Math.imul(high, SPREAD_HIGH) + Math.imul(low, SPREAD_LOW)) >>> shift) * 2
  while (table[slot] !== high || table[slot + 1] !== low) {
    if (table[slot] === 0 && table[slot + 1] === 0) return slot
    slot = (slot + 2) & (table.length - 1)
  }
  return slot
}

// Seeds and odd multipliers of the two lanes: digits of pi, and those of xxHash. Fingerprints are stored: never change them.
const SEED_HIGH = 0x243f6a88
const SEED_LOW = 0x85a308d3
const PRIME_1 = 0x9e3779b1
const PRIME_2 = 0x85ebca77
const PRIME_3 = 0xc2b2ae3d

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
