import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Terminal } from '../terminal/terminal.ts'

/** What `login` keeps: a key, and the service that it is for. */
export type SavedLogin = { url: string; apiKey: string }

/** The file cannot be used as it is. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

/** `$XDG_CONFIG_HOME/redoubt/login.json`, by default below `~/.config`. */
export function loginFile({ XDG_CONFIG_HOME, HOME }: Terminal['env']): string {
  return join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'redoubt', 'login.json')
}

/** Returns what `login` kept; null when there is nothing. @throws KeyFileError */
export function readLogin(env: Terminal['env']): SavedLogin | null {
  const file = loginFile(env)
  const text = readSecretFile(file, 'optional')
  if (text === null) return null
  try {
    const { url, apiKey } = JSON.parse(text) as Partial<SavedLogin>
    if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey }
  } catch {
    // As for a file of another shape.
  }
  throw new KeyFileError(`${file} is no login; make it again with "login".`)
}

export function saveLogin(env: Terminal['env'], login: SavedLogin): string {
  const file = loginFile(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'w' })
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
  return file
}

/** Returns the trimmed text of a file that only its owner can read. @throws KeyFileError */
export function readSecretFile(file: string): string
export function readSecretFile(file: string, missing: 'optional'): string | null
export function readSecretFile(file: string, missing?: 'optional'): string | null {
  try {
    const { mode } = statSync(file)
    // Windows has no such bits; there the folder of a user is its own.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const others = `its mode is ${(mode & 0o777).toString(8).padStart(4, '0')}`
      throw new KeyFileError(`${file} can be read by other users (${others}): chmod 600 ${file}`)
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof KeyFileError) throw error
    if (missing === 'optional' && (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new KeyFileError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
