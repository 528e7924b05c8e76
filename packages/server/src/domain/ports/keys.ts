// What the HTTP edge needs from the rest, declared by the consumer. Everything is wired in app.ts.

export type Plan = 'free' | 'pro' | 'enterprise'

export type Environment = 'live' | 'test'

export const SCOPES = ['scan:read', 'risk:read', 'wallet:read', 'webhooks:write', 'admin'] as const

export type Scope = (typeof SCOPES)[number]

/**
 * Names of keys and accounts, wherever they are given: 1 to 64 characters, no control or format character (tables show
 * them, and PostgreSQL cannot store all of them), no white space at either end. For a regular expression with `u`.
 */
export const NAME_PATTERN = '^[^\\p{C}\\s](?:[^\\p{C}]{0,62}[^\\p{C}\\s])?$'

export const NAME_EXPECTED = '1 to 64 characters, no control characters and no space at either end'

/** Who is calling: one API key and the account that owns it. Times are Unix milliseconds. */
export type ApiKey = {
  id: string
  accountId: string
  name: string
  /** Leading characters of the token, safe to show. */
  prefix: string
  scopes: Scope[]
  plan: Plan
  environment: Environment
  /** The account may change what is global. */
  operator: boolean
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

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
