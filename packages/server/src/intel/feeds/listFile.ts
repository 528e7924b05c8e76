import type { Validators } from '../ports.ts'

/**
 * The bytes of a list as they arrived, or the notice that they have not changed since last time. `asOf`: when the publisher
 * last confirmed the list, Unix milliseconds; null: just now, by answering.
 */
export type ListFile = { validators: Validators; asOf: number | null } & (
  | { changed: false }
  | { changed: true; sha256: string; bytes: number }
)

/** What is known of the list from last time; null: ask for all of it. */
export type LastTime = Validators | null

/** Bytes of a list, decompressed. The largest public ones have about 60 MB. */
export const MAX_LIST_BYTES = 256 * 1024 ** 2
