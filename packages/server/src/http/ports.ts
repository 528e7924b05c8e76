import type { Chain } from '../risk/chain.ts'
import type { RevokeInput, RevokeResult } from '../scans/revokeApprovals.ts'
import type { ContractScanInput, ContractScanResult } from '../scans/scanContract.ts'
import type { MessageScanRequest, MessageScanResult } from '../scans/scanMessage.ts'
import type { SentTransactionInput, SentTransactionResult } from '../scans/scanSentTransaction.ts'
import type { TransactionScanInput, TransactionScanResult } from '../scans/scanTransaction.ts'
import type { WalletScanInput, WalletScanResult } from '../scans/scanWallet.ts'
import type { VerifyInput, VerifyResult } from '../scans/verifyAddress.ts'
import type { WalletApprovalsInput, WalletApprovalsResult } from '../scans/walletApprovals.ts'
import type { WalletProfileInput, WalletProfileResult } from '../scans/walletProfile.ts'

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

/** One request counted against a key: a rolling 60 s window and the UTC day. `perDay` null = unlimited. */
export type RateLimits = { perMinute: number; perDay: number | null }
export type RateDecision = {
  allowed: boolean
  /** Which window refused; null when allowed. */
  exceeded: 'minute' | 'day' | null
  /** Requests left in the rolling minute after this one. */
  remaining: number
  /** Unix ms when the oldest counted request leaves the window (or the day ends). */
  resetAt: number
}
export type RateCounters = { take(keyId: string, limits: RateLimits, now: number): Promise<RateDecision> }

/** Idempotency-Key answers, kept 24 h per account and environment. */
export type IdempotencyStore = {
  /** Claims the key: `new` when this request owns it, else what is stored (`pending` while the first runs). */
  claim(key: {
    accountId: string
    environment: Environment
    key: string
    bodyHash: string
    now: number
  }): Promise<
    | { state: 'new' }
    | { state: 'pending'; bodyHash: string }
    | { state: 'done'; bodyHash: string; status: number; body: string | null; createdId: string | null }
  >
  /** `body` null when the answer contains a secret: a repeat is then CONFLICT naming `createdId`. */
  complete(key: {
    accountId: string
    environment: Environment
    key: string
    status: number
    body: string | null
    createdId: string | null
  }): Promise<void>
  /** Forgets a claim whose request failed. */
  release(key: { accountId: string; environment: Environment; key: string }): Promise<void>
}

/** A kept scan: what was asked, what was answered, by which rules. */
export type ScanRecord = {
  requestId: string
  accountId: string
  environment: Environment
  keyId: string
  kind: 'url' | 'contract' | 'wallet' | 'transaction' | 'message'
  chain: string
  subject: string
  riskScore: number
  riskLevel: string
  rulesetVersion: string
  /** Compact JSON: the body as it was sent, without members no schema knows; it can be sent again. */
  input: string
  result: string
  createdAt: number
}
export type ScanRecords = {
  /** Answers the id under which it is kept: the record's, or a new one when an earlier scan has that. */
  add(record: ScanRecord): Promise<string>
  get(accountId: string, environment: Environment, requestId: string): Promise<ScanRecord | null>
  /** Newest first; `cursor` is what the previous page returned. @throws RangeError when it is not. */
  list(query: {
    accountId: string
    environment: Environment
    limit: number
    cursor: string | null
  }): Promise<{ records: ScanRecord[]; nextCursor: string | null }>
}

/** A list that the operator loaded, and how fresh it is. Times are Unix milliseconds. */
export type IntelSourceStatus = {
  id: string
  title: string
  /** As it may be shown: without credentials, path or query of a URL, which may hold keys. */
  location: string
  format: string
  label: string
  confidence: string
  licence: string | null
  enabled: boolean
  entryCount: number
  /** When it was last known to be current. */
  refreshedAt: number | null
  changedAt: number | null
  nextAttemptAt: number
  failures: number
  lastError: string | null
  /** Too old for what it is relied on for, or never loaded. */
  stale: boolean
}
export type IntelOverview = {
  /** By id. */
  sources: IntelSourceStatus[]
  /** What comes with the release: its date, YYYY-MM-DD, and how many of each kind of fact. */
  pack: { date: string; counts: Record<string, number> }
  /** `reason` says what to do while sanctions are unknown. */
  sanctions: { state: 'known' | 'unknown'; reason: string | null }
}
/** Everything that is said of one address, host or URL, disabled lists and removed entries too. */
export type IntelWord = {
  kind: string
  /** What the lists have: the host above the one asked for, say. */
  value: string
  chain: string | null
  label: string
  name: string | null
  /** Id of the list, `pack` or `seed`. */
  source: string
  confidence: string
  licence: string | null
  enabled: boolean
  firstSeen: number | null
  lastSeen: number | null
  /** Null while it is listed. */
  removedAt: number | null
}
export type IntelOverride = {
  kind: string
  value: string
  chain: string | null
  verdict: 'allow' | 'deny'
  label: string | null
  note: string
  actor: string
  createdAt: number
}
export type IntelAuditRecord = {
  seq: number
  at: number
  actor: string
  action: string
  subject: string
  detail: string
}
/** What the service knows of the world by lists; for operators. */
export type IntelPort = {
  overview(): Promise<IntelOverview>
  /**
   * @param query.chain null: all networks.
   * @throws RangeError naming the member of the query, when `value` is no address, host or URL, or of no network.
   */
  lookup(query: { value: string; chain: Chain | null }): Promise<{ entries: IntelWord[]; overrides: IntelOverride[] }>
  /** Newest first; `before` is the `seq` of the last record of the page before. */
  audit(page: { limit: number; before: number | null }): Promise<IntelAuditRecord[]>
}

export type ScanContext = { environment: Environment; accountId: string; requestId: string; signal: AbortSignal }

/** Everything the HTTP edge is given. */
export type HttpPorts = {
  keys: KeyStore
  rateCounters: RateCounters
  idempotency: IdempotencyStore
  scanRecords: ScanRecords
  intel: IntelPort
  scans: {
    transaction(input: TransactionScanInput, context: ScanContext): Promise<TransactionScanResult>
    sentTransaction(input: SentTransactionInput, context: ScanContext): Promise<SentTransactionResult>
    contract(input: ContractScanInput, context: ScanContext): Promise<ContractScanResult>
    message(input: MessageScanRequest, context: ScanContext): Promise<MessageScanResult>
    wallet(input: WalletScanInput, context: ScanContext): Promise<WalletScanResult>
  }
  wallets: {
    verify(input: VerifyInput, context: ScanContext): Promise<VerifyResult>
    approvals(input: WalletApprovalsInput, context: ScanContext): Promise<WalletApprovalsResult>
    revoke(input: RevokeInput, context: ScanContext): Promise<RevokeResult>
    profile(input: WalletProfileInput, context: ScanContext): Promise<WalletProfileResult>
  }
  /** Readiness: each dependency by name, with null or why it is not ready. */
  readiness(): Promise<Record<string, string | null>>
}
