import { setImmediate } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { Aside, Engine } from './engine/engine.ts'

/** Rows of the first chunk on SQLite, which may be of 33 KB each, and of the largest. */
const FIRST_CHUNK = 20
const MAX_CHUNK = 2_000
/** Milliseconds that a chunk may keep the thread: some may take three times as long as the last one. */
const TARGET_MS = 10

/**
 * When pruning ends early, and what it does between two chunks; default: gives the event loop a turn. `aside` runs statements in another
 * thread.
 */
export type Pacing = { signal?: AbortSignal; pause?(): Promise<void>; aside?: Pick<Aside, 'run'> }

/** Deletes in another thread where there is one, and where that fails in this one. @returns how many rows went. */
export async function deleteAside(
  query: { compile(): CompiledQuery; executeTakeFirst(): Promise<{ numDeletedRows: bigint }> },
  { aside }: Pacing = {},
): Promise<number> {
  const gone = aside === undefined ? null : await aside.run(query.compile())
  return gone ?? Number((await query.executeTakeFirst()).numDeletedRows)
}

/**
 * Deletes chunk by chunk with a turn of the event loop after each, until a chunk is not full or the signal says stop. SQLite works in
 * this thread, so there the size follows the time that the last chunk took; PostgreSQL has its own.
 * @param remove deletes up to so many rows and returns how many. @returns how many went in all.
 */
export async function pruneInChunks(
  dialect: Engine['dialect'],
  remove: (limit: number) => Promise<number>,
  { signal, pause = setImmediate }: Pacing = {},
): Promise<number> {
  let total = 0
  let size = dialect === 'sqlite' ? FIRST_CHUNK : MAX_CHUNK
  while (signal?.aborted !== true) {
    const began = performance.now()
    const gone = await remove(size)
    total += gone
    if (gone < size) break
    if (dialect === 'sqlite') size = nextChunk(size, performance.now() - began)
    await pause()
  }
  return total
}

/** At most twice as many as before: what a row costs is known of the last ones only. */
export function nextChunk(size: number, tookMs: number): number {
  const fitting = Math.floor((size * TARGET_MS) / Math.max(tookMs, 0.01))
  return Math.max(1, Math.min(fitting, size * 2, MAX_CHUNK))
}
