import type { Environment } from '../environment.ts'

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
