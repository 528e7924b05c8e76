import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasher } from '../domain/ports/members.ts'
import { createSemaphore } from '../lib/semaphore.ts'

/** Hashes at once: each holds 19 to 32 MB, and a thread of the pool that files and other hashes need too. */
const AT_ONCE = 2
const MAX_WAITING = 32
const SALT = 16
const LENGTH = 32

/** Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: KiB of memory, passes, lanes. */
const ARGON2 = { memory: 19_456, passes: 2, parallelism: 1 }
/** Scrypt with theirs, for Node before 24.7, which has no Argon2: `ln` is log2 of the cost. */
const SCRYPT = { ln: 15, r: 8, p: 3 }

/** Argon2 of Node 24.7; null before. */
const argon2 = 'argon2' in crypto ? promisify(crypto.argon2) : null
const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)

const ARGON2_HASH = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const SCRYPT_HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Hashes in Node's thread pool, never on the event loop; written in the PHC string format, which names algorithm and costs, so that
 * either can be raised later. A hash that this Node cannot compute verifies nothing.
 * @throws SemaphoreFull from both while too many wait.
 */
export function createPasswordHasher(
  algorithm: 'argon2id' | 'scrypt' = argon2 ? 'argon2id' : 'scrypt',
): PasswordHasher {
  const semaphore = createSemaphore(AT_ONCE, MAX_WAITING)
  const make = algorithm === 'argon2id' ? makeArgon2 : makeScrypt
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => semaphore.run(() => make(password.normalize('NFC'))),
    async verify(password, hash) {
      // A hash of nothing that anyone knows: who has no password costs as much as who has one.
      decoy ??= make(crypto.randomUUID())
      const against = hash ?? (await decoy)
      const same = await semaphore.run(() => verify(password.normalize('NFC'), against))
      return same && hash !== null
    },
  }
}

async function makeArgon2(password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT)
  const hash = await runArgon2(password, salt, LENGTH, ARGON2)
  const { memory, passes, parallelism } = ARGON2
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

async function makeScrypt(password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT)
  const hash = await runScrypt(password, salt, LENGTH, SCRYPT)
  return `$scrypt$ln=${SCRYPT.ln},r=${SCRYPT.r},p=${SCRYPT.p}$${unpadded(salt)}$${unpadded(hash)}`
}

async function verify(password: string, kept: string): Promise<boolean> {
  const [, first, second, third, salt = '', hash = ''] = ARGON2_HASH.exec(kept) ?? SCRYPT_HASH.exec(kept) ?? []
  const expected = Buffer.from(hash, 'base64')
  if (expected.length === 0) return false
  const costs = [first, second, third].map(Number) as [number, number, number]
  const found = await compute(kept, password, Buffer.from(salt, 'base64'), expected.length, costs)
  return found !== null && crypto.timingSafeEqual(found, expected)
}

async function compute(
  kept: string,
  password: string,
  salt: Buffer,
  length: number,
  [first, second, third]: [number, number, number],
): Promise<Buffer | null> {
  if (kept.startsWith('$scrypt$')) return runScrypt(password, salt, length, { ln: first, r: second, p: third })
  if (argon2 === null) return null
  return runArgon2(password, salt, length, { memory: first, passes: second, parallelism: third })
}

async function runArgon2(message: string, nonce: Buffer, tagLength: number, costs: typeof ARGON2): Promise<Buffer> {
  if (argon2 === null) throw new Error('This Node has no Argon2')
  const { memory, passes, parallelism } = costs
  return argon2('argon2id', { message, nonce, tagLength, memory, passes, parallelism })
}

function runScrypt(password: string, salt: Buffer, length: number, { ln, r, p }: typeof SCRYPT): Promise<Buffer> {
  return scrypt(password, salt, length, { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 256 })
}

/** Base64 as PHC strings have it. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
