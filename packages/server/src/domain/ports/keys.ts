import type { ApiKey, Scope } from '../apiKey.ts'
import type { Environment } from '../environment.ts'

export type KeyStore = {
  /** Null for a malformed (checksum fails: no look-up) or unknown token; a revoked key is returned with `revokedAt`. */
  findByToken(token: string): Promise<ApiKey | null>
  /** Keys of one account and environment that are not revoked, newest first. */
  list(accountId: string, environment: Environment): Promise<ApiKey[]>
  /** The token is returned once and never stored plain. */
  create(key: {
    accountId: string
    name: string
    scopes: Scope[]
    environment: Environment
  }): Promise<{ key: ApiKey; token: string }>
  /** False when the id is unknown or of another account or environment; true also when it was revoked before. */
  revoke(accountId: string, environment: Environment, keyId: string): Promise<boolean>
  /** Remembers the last use; may be written lazily. */
  touch(keyId: string, at: number): void
}
