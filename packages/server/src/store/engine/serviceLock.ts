import { DatabaseSync } from 'node:sqlite'
import { createPrivately } from './createPrivately.ts'

/** SQLITE_BUSY, the low byte of the extended codes. */
const BUSY = 5

/**
 * Marks a SQLite database as one that a service uses: two would count each other's requests twice or not at all. The mark is SQLite's own lock of an
 * empty file beside it, which the operating system takes back with the process, however that ends. Commands beside a service take none.
 * @returns What gives the mark back; null where another process has it.
 */
export function takeServiceLock(databaseFile: string): (() => void) | null {
  const file = `${databaseFile}.service`
  createPrivately(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const { errcode } = error as { errcode?: number }
    if (errcode !== undefined && (errcode & 0xff) === BUSY) return null
    throw error
  }
  return () => lock.close()
}
