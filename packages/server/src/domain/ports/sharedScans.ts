import type { Environment } from '../environment.ts'

/** A kept scan that anyone with the link may read for a while. Times are Unix milliseconds. */
export type SharedScan = {
  id: string
  accountId: string
  environment: Environment
  requestId: string
  /** Id of the member or key. */
  createdBy: string
  createdAt: number
  expiresAt: number
}

/** Links of one account and environment that are not over. */
export const MAX_SHARED_SCANS = 200

export type SharedScans = {
  /** The token is returned once; only its hash is kept. @throws RangeError when there are too many. */
  create(share: Omit<SharedScan, 'id'>): Promise<{ share: SharedScan; token: string }>
  /** Null for an unknown token, and one that is over or revoked. */
  find(token: string, now: number): Promise<SharedScan | null>
  /** Newest first, without those that are over. */
  list(accountId: string, environment: Environment, now: number): Promise<SharedScan[]>
  revoke(accountId: string, environment: Environment, id: string): Promise<boolean>
}
