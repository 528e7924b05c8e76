import { closeSync, fdatasyncSync, ftruncateSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'

/** Room for revocations on a full disk, in pieces: what one of them leaves, other writes take at once. */
const RESERVE_BYTES = 4 * 1024 * 1024
/** A revocation writes some pages of 4 KiB to the log, which may first grow its index by 32 KiB. */
const PIECE_BYTES = 128 * 1024
const PRIVATE_FILE = 0o600

/** A file beside the database that holds space on its disk. */
export type ReserveFile = {
  /** Gives some of the space back to the disk; false when nothing is left. */
  release(): boolean
  /** Takes the whole space again, once there is room. */
  refill(): void
}

/** Writes the reserve; a disk without room for it has none. */
export function createReserveFile(file: string): ReserveFile {
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const reserve: ReserveFile = {
    release() {
      const held = size()
      if (held === 0) return false
      truncateSync(file, Math.max(0, held - PIECE_BYTES))
      return true
    },
    refill() {
      const held = size()
      if (held >= RESERVE_BYTES) return
      const descriptor = openSync(file, 'a', PRIVATE_FILE)
      try {
        // Written, not only sized: a file with holes holds no space.
        for (let at = held; at < RESERVE_BYTES; at += PIECE_BYTES)
          writeSync(descriptor, Buffer.alloc(PIECE_BYTES, 0x52))
        fdatasyncSync(descriptor)
      } catch {
        // The disk is full already: what was there stays, and nothing more of it is taken.
        ftruncateSync(descriptor, held)
      } finally {
        closeSync(descriptor)
      }
    },
  }
  reserve.refill()
  return reserve
}
