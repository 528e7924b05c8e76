import type { ApiKey, Scope } from '../apiKey.ts'
import type { Environment } from '../environment.ts'

export type NewKey = {
  accountId: string
  name: string
  scopes: Scope[]
  environment: Environment
  /** Entries of `domain/keyOrigins.ts`; absent or null: it belongs on a server. */
  origins?: readonly string[] | null
  /** Id of the key that creates it. */
  createdBy?: string
  /** Unix milliseconds; absent: it never expires. */
  expiresAt?: number | null
  /** Unix milliseconds: which keys have expired by then; default: the time of the process. */
  now?: number
}

export type KeyStore = {
  /** Null for a malformed (checksum fails: no look-up) or unknown token; a revoked key is returned with `revokedAt`. */
  findByToken(token: string): Promise<ApiKey | null>
  /** The same by its id; null when there is none. */
  find(keyId: string): Promise<ApiKey | null>
  /** Whether a key that is neither revoked nor expired lists one of these entries. */
  isOriginRegistered(entries: readonly string[], now: number): Promise<boolean>
  /** Keys of one account and environment that are neither revoked nor expired, newest first. */
  list(accountId: string, environment: Environment, now?: number): Promise<ApiKey[]>
  /**
   * The token is returned once and never stored plain.
   * @throws RangeError when the account has as many keys in this environment as it may, or its creator was revoked meanwhile.
   */
  create(key: NewKey): Promise<{ key: ApiKey; token: string }>
  /** False when the id is unknown or of another account or environment; true also when it was revoked before. */
  revoke(accountId: string, environment: Environment, keyId: string): Promise<boolean>
  /**
   * The same of every key that a key or member created, and of those that they created, and of the RPC tokens of all.
   * @returns how many keys were not revoked before.
   */
  revokeDescendants(accountId: string, environment: Environment, keyId: string): Promise<number>
  /** Revokes every key of the account and environment but one, and RPC tokens that it did not create. @returns how many keys were not revoked before. */
  revokeOthers(accountId: string, environment: Environment, keyId: string): Promise<number>
  /** Remembers the last use; may be written lazily. */
  touch(keyId: string, at: number): void
}
