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
const KIND_BITS: Readonly<Record<EntryKey['kind'], number>> = { address: 0, host: 1, url: 2, hash: 3 }

/**
 * One open-addressing table of all lists' fingerprints (blobs of `fingerprintsOf`). Built in slices, so that the event loop
 * goes round in between.
 * @throws RangeError on a blob of broken length.
 */
export async function buildFingerprintSet(blobs: readonly Uint8Array[]): Promise<FingerprintSet> {
  let most = 0
  for (const { length } of blobs) {
    if (length % 8 !== 0) throw new RangeError(`${length} bytes are not a list of fingerprints of 8 bytes.`)
    most += length / 8
  }
  let bits = 4
  while (2 ** bits * MAX_LOAD < most) bits++
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
    holds: (kind) => (kinds & (1 << KIND_BITS[kind])) !== 0,
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
