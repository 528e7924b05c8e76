import type { Generated } from 'kysely'

// Credentials of wallets, and transactions that wait.

export type RpcTokensTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  name: string
  prefix: string
  /** HMAC-SHA256 of the token, hex; the token itself is nowhere. */
  hash: string
  /** Fingerprint of the server secret the hash was made under. */
  secret_id: string
  /** JSON; null: all networks. */
  chains: string | null
  /** JSON of `GuardSettings`. */
  guard: string
  created_at: number
  created_by: string
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

export type HeldTransactionsTable = {
  seq: Generated<number>
  id: string
  account_id: string
  environment: string
  chain: string
  hash: string
  /** Lower case. */
  sender: string
  nonce: number
  /** JSON of `SignedMembers`. */
  members: string
  /** The signed transaction, sealed under the server's secret; empty once it waits no longer. */
  sealed: string
  guard: string
  status: string
  /** JSON of `GuardReason`. */
  reason: string
  /** JSON of `SendVerdict`; null: no scan answered. */
  verdict: string | null
  request_id: string
  approved_by: string | null
  /** JSON of the list of `Hold` that the approval covers; null: none was given. */
  covered: string | null
  /** Id of the RPC token that it came by; null: a key. */
  sent_by: string | null
  held_at: number
  release_at: number | null
  expires_at: number
  /** The sooner of the two. */
  due_at: number
  leased_until: number
  updated_at: number
}
