import type { Chain } from '@redoubt/risk/chain.ts'
import type { Accusation, Feedback, NewFeedback } from '../feedback.ts'

/** What an override is about; `value` is canonical. */
export type OverrideKey = { kind: 'address' | 'host' | 'url' | 'hash'; value: string }
/** What an accepted report becomes: the operator's word on its entity, which every scan follows. */
export type FeedbackOverride = OverrideKey & {
  chain: Chain | null
  verdict: 'allow' | 'deny'
  label: Accusation | null
  note: string
  actor: string
  createdAt: number
}

export type FeedbackStore = {
  /** @throws RangeError when the account has MAX_OPEN_FEEDBACK open ones. */
  add(feedback: NewFeedback): Promise<Feedback>
  get(id: string): Promise<Feedback | null>
  /** Of all accounts; open ones oldest first, as a queue, others newest first. `cursor` is what the page before answered. @throws RangeError when it is not. */
  list(query: {
    status: Feedback['status'] | null
    limit: number
    cursor: string | null
  }): Promise<{ feedback: Feedback[]; nextCursor: string | null }>
  /**
   * Decides one that is open, with the override if there is one, and writes both into the audit trail: all of it or nothing.
   * @returns null when it is not open any more. @throws RangeError when the override cannot be kept; it stays open then.
   */
  resolve(
    id: string,
    decision: {
      status: 'accepted' | 'rejected'
      resolution: string
      actor: string
      now: number
      word: FeedbackOverride | null
    },
  ): Promise<Feedback | null>
}
