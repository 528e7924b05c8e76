import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/**
 * Makes a file of a SQLite database, and its folder, for their owner alone. A file that is there is left as it is.
 * @throws Error with a remedy where this user cannot.
 */
export function createPrivately(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
    closeSync(openSync(file, 'a', PRIVATE_FILE))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A full disk is an outage, and goes on.
    if (code === undefined || !DENIED.has(code)) throw error
    throw new Error(
      `${file} cannot be written (${code}). Make the folder, let this user write to it, or name another file in DATABASE_URL.`,
      { cause: error },
    )
  }
}

const DENIED = new Set(['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'])
