import type { Generated } from 'kysely'

export type MembersTable = {
  id: string
  account_id: string
  name: string
  role: string
  /** Null: signs in otherwise. */
  password_hash: string | null
  created_at: number
  last_sign_in_at: number | null
}

export type SessionsTable = {
  id: string
  /** SHA-256 of the token, hex; the token itself is nowhere. */
  hash: string
  member_id: string
  method: string
  address: string
  user_agent: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

export type PasskeysTable = {
  /** Credential id, base64url. */
  id: string
  member_id: string
  name: string
  /** COSE key, base64url. */
  public_key: string
  counter: number
  transports: string
  created_at: number
  last_used_at: number | null
}

export type OneTimeTokensTable = {
  /** SHA-256 of the token, hex. */
  hash: string
  purpose: string
  member_id: string | null
  /** Null: until it is used. */
  expires_at: number | null
  created_at: number
}

export type AuditEntriesTable = {
  seq: Generated<number>
  id: string
  account_id: string
  at: number
  actor_kind: string
  actor_id: string | null
  actor_name: string
  address: string | null
  action: string
  subject: string
  detail: string
}

export type SharedScansTable = {
  id: string
  /** SHA-256 of the token, hex. */
  hash: string
  account_id: string
  environment: string
  request_id: string
  created_by: string
  created_at: number
  expires_at: number
}

export type UsageDaysTable = {
  account_id: string
  environment: string
  /** UTC day, counted from the epoch. */
  day: number
  key_id: string
  requests: number
}
