import { AsyncLocalStorage } from 'node:async_hooks'

/** Of one piece of work: a few say what failed as well as thousands. */
const MAX_KEPT = 16

const collecting = new AsyncLocalStorage<Set<Error> | null>()

/**
 * Notes, for the work that this is part of, that a read of the network failed: it is not known what it would have shown. A revert is an
 * answer and is not noted. The error may be caught on its way; the note stays.
 */
export function noteFailedRead(error: Error): void {
  const failed = collecting.getStore()
  if (failed && failed.size < MAX_KEPT) failed.add(error)
}

/** Starts work and collects the reads that fail in it, also those whose errors it catches. `failed` grows until `value` settles. */
export function collectFailedReads<Value>(work: () => Value | Promise<Value>): {
  value: Promise<Value>
  failed: ReadonlySet<Error>
} {
  const failed = new Set<Error>()
  return { value: collecting.run(failed, async () => work()), failed }
}

/**
 * Starts work that several wait for, such as a read of a batch or a value that is kept.
 * @returns waits for it; the reads that failed in it are noted for each work that waits.
 */
export function sharedReads<Value>(work: () => Promise<Value>): () => Promise<Value> {
  const { value, failed } = collectFailedReads(work)
  value.catch(() => undefined)
  return () =>
    value.finally(() => {
      for (const error of failed) noteFailedRead(error)
    })
}

/** Does work whose failed reads weaken nothing: what it reads is shown and not judged, or it is part of no scan. */
export function withoutNotes<Value>(work: () => Value): Value {
  return collecting.run(null, work)
}
