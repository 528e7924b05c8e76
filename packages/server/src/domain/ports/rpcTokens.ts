import type { Owner } from '../account.ts'
import type { RpcToken } from '../rpc/rpcToken.ts'

export type NewRpcToken = Pick<RpcToken, 'name' | 'chains' | 'guard' | 'createdBy' | 'expiresAt'> & { now: number }

/** Unknown tokens, and those of other accounts, are null. */
export type RpcTokenStore = {
  /** Null for a malformed (no look-up) or unknown token; a revoked one is returned with `revokedAt`. */
  findByToken(token: string): Promise<RpcToken | null>
  /** Those that are neither revoked nor expired, newest first. */
  list(owner: Owner, now: number): Promise<RpcToken[]>
  /** The token is returned once and never stored plain. @throws RangeError when the account has `max`, or its creator was revoked meanwhile. */
  create(owner: Owner, token: NewRpcToken, max: number): Promise<{ rpcToken: RpcToken; token: string }>
  /** False when the id is unknown; true also when it was revoked before. */
  revoke(owner: Owner, id: string, now: number): Promise<boolean>
  /** Remembers the last use, at most once a minute. */
  touch(token: RpcToken, at: number): void
}
