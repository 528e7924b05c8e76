import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { generateSecret, parseSecrets, type Secret } from './secret.ts'

/**
 * The server's secrets: the current one, under which hashes are made, and earlier ones, which still verify.
 *
 * Only hashes of API keys are stored, so a rotation cannot re-hash them. Instead the earlier secrets stay in the keyring
 * and a key moves to the current one when it is next used. With several nodes, give every node `OLD,NEW` first and
 * `NEW,OLD` once all have restarted: each node then always knows the secret that another one hashed under.
 */
export type Keyring = {
  current(): Secret
  /** Earlier secrets, newest first. */
  earlier(): Secret[]
  /**
   * Reads the secret file again if another process rotated it; true when changed. Looks at most once a second, unless it is for
   * something that no stranger can ask for and that must not fail for a second.
   */
  refresh(when?: 'now'): boolean
  /** Null when the secret comes from the environment, which only the operator can change. */
  file: string | null
}

/** A key made under a secret that another process has just made current may be refused for this long. */
const LOOK_EVERY_MS = 1000

/** A keyring of secrets given as text, such as REDOUBT_SECRET. */
export function keyringOf(text: string): Keyring {
  const [current, ...earlier] = parseSecrets(text, 'REDOUBT_SECRET')
  return { current: () => current, earlier: () => earlier, refresh: () => false, file: null }
}

/**
 * The keyring in a file, which is created with mode 0600 when it is missing.
 * @param mayCreate Asked before a missing file is created; throws when keys exist that only the lost secret can verify.
 */
export async function openKeyringFile(
  file: string,
  mayCreate: () => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<Keyring> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    await mayCreate()
    createSecretFile(file)
  }
  let lookedAt = Number.NEGATIVE_INFINITY
  let version = versionOf(file)
  let secrets = parseSecrets(readFileSync(file, 'utf8'), file)
  return {
    current: () => secrets[0],
    earlier: () => secrets.slice(1),
    refresh(when) {
      // Strangers can send well-formed keys that were never issued: they must not cost a look at the disk each.
      if (when !== 'now' && now() - lookedAt < LOOK_EVERY_MS) return false
      lookedAt = now()
      const found = versionOf(file)
      if (found === version) return false
      secrets = parseSecrets(readFileSync(file, 'utf8'), file)
      version = found
      return true
    },
    file,
  }
}

/** Puts a new secret first in the file; a crash leaves the old file or the new one, never half of one. */
export function rotateSecretFile(file: string): void {
  const earlier = readFileSync(file, 'utf8').trim()
  const draft = writeDraft(file, `${generateSecret()}\n${earlier}\n`)
  renameSync(draft, file)
  syncFolder(file)
}

/** Two processes that start at once must agree on one secret: a link, unlike a write, fails when the name is taken. */
function createSecretFile(file: string): void {
  const draft = writeDraft(file, `${generateSecret()}\n`)
  try {
    linkSync(draft, file)
    syncFolder(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeDraft(file: string, text: string): string {
  const draft = `${file}.${process.pid}.tmp`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return draft
}

/** The rename itself must survive a power cut, or keys made under the new secret would be lost with it. */
function syncFolder(file: string): void {
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function versionOf(file: string): string {
  const { ino, mtimeMs, size } = statSync(file)
  return `${ino}:${mtimeMs}:${size}`
}
