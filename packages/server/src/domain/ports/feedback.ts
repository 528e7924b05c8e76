import type { FeedbackDecision } from '../../usecases/scans/resolveFeedback.ts'
import type { Environment } from './keys.ts'

/** What an account says against a verdict, and what an operator made of it. Times are Unix milliseconds. */
export type Feedback = {
  id: string
  accountId: string
  environment: Environment
  keyId: string
  /** Canonical: an EIP-55 address, a URL without credentials and fragment, a hash. */
  entity: string
  entityType: 'address' | 'url' | 'transaction'
  /** Null: every network. */
  chain: string | null
  type: 'false_positive' | 'false_negative'
  note: string
  status: 'open' | 'accepted' | 'rejected'
  /** Who decided: an account id, or `cli:USER`. */
  resolvedBy: string | null
  resolvedAt: number | null
  /** The operator's words. */
  resolution: string | null
  createdAt: number
}

export type FeedbackPort = {
  /** @throws RangeError when the account has too many open ones. */
  add(feedback: Omit<Feedback, 'id' | 'status' | 'resolvedBy' | 'resolvedAt' | 'resolution'>): Promise<Feedback>
  /** Of all accounts; open ones oldest first, as a queue, others newest first. `cursor` is what the page before answered. */
  list(query: {
    status: Feedback['status'] | null
    limit: number
    cursor: string | null
  }): Promise<{ feedback: Feedback[]; nextCursor: string | null }>
  /** @throws ApiError NOT_FOUND, CONFLICT when it was decided before, VALIDATION_ERROR for a word that cannot be said. */
  resolve(id: string, decision: FeedbackDecision): Promise<Feedback>
}
