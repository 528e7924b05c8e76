import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread is asked to do; it answers each with how many rows changed, or with null where that failed. */
export type AsideMessage = 'checkpoint' | 'end' | { sql: string; parameters: readonly unknown[] }

/** How long a statement waits for the writer of the service, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000

// A thread that writes SQLite's log into the file and deletes what is old: both wait for the disk.
const database = new DatabaseSync(workerData as string, { timeout: BUSY_TIMEOUT_MS })
database.exec('pragma synchronous = full; pragma foreign_keys = on')

parentPort?.on('message', (message: AsideMessage) => {
  let changed: number | null = null
  try {
    // Passive: waits for no reader or writer, and what it cannot write now the next one does.
    if (message === 'checkpoint') database.exec('pragma wal_checkpoint(passive)')
    else if (message === 'end') database.close()
    else {
      const { changes } = database.prepare(message.sql).run(...(message.parameters as SQLInputValue[]))
      changed = Number(changes)
    }
  } catch {
    // The service's own thread does it again, and tells what is wrong.
  } finally {
    parentPort?.postMessage(changed)
    if (message === 'end') parentPort?.close()
  }
})
