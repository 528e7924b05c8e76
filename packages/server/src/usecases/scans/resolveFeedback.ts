import type { Chain } from '@redoubt/risk/chain.ts'
import { ApiError } from '../../errors.ts'

/** What an account says against a verdict, as far as deciding needs it. */
export type ReportedVerdict = {
  id: string
  entity: string
  entityType: 'address' | 'url' | 'transaction'
  chain: string | null
  type: 'false_positive' | 'false_negative'
  /** Of the key that it was given with. */
  environment: 'live' | 'test'
  status: 'open' | 'accepted' | 'rejected'
}
export type FeedbackDecision = {
  status: 'accepted' | 'rejected'
  /** Why; shown with the word on the entity. */
  note: string
  /** What an entity that was taken for harmless is accused of; null otherwise. */
  label: string | null
  /** Also a host that strangers share. */
  wholeHost: boolean
  /** Although it was given with a test key: the word holds for live scans too. */
  ofTestKey: boolean
  /** Who decides: an account id, or `cli:USER`. */
  actor: string
}
type Key = { kind: 'address' | 'host' | 'url' | 'hash'; value: string }
type Word = Key & {
  chain: Chain | null
  verdict: 'allow' | 'deny'
  label: string | null
  note: string
  actor: string
  createdAt: number
}
/** What is kept; declared here, implemented by the store and the lists. */
export type FeedbackPorts<Kept extends ReportedVerdict> = {
  get(id: string): Promise<Kept | null>
  /**
   * Marks it and says the operator's word on its entity, which every scan follows from then on: both or neither.
   * @returns null when it is not open any more. @throws RangeError when the word cannot be kept.
   */
  resolve(
    id: string,
    decision: { status: 'accepted' | 'rejected'; resolution: string; actor: string; now: number; word: Word | null },
  ): Promise<Kept | null>
  /** Null for what no list can name. */
  keyOf(entity: string): Key | null
  /** Strangers share it. */
  isShared(key: Key): boolean
}

/**
 * Decides on feedback: an accepted report becomes an override, which allows a false positive or denies a false negative; a
 * rejected one changes nothing. Both are audited. When two operators decide at once, only one decision holds.
 * @throws ApiError NOT_FOUND, CONFLICT when it was decided before, VALIDATION_ERROR when no such override is possible.
 */
export function createResolveFeedback<Kept extends ReportedVerdict>(
  ports: FeedbackPorts<Kept>,
  now: () => number = Date.now,
) {
  return async function resolveFeedback(id: string, decision: FeedbackDecision): Promise<Kept> {
    const feedback = await ports.get(id)
    if (feedback === null) throw new ApiError('NOT_FOUND', { detail: 'No feedback has that id.' })
    if (feedback.status !== 'open') throw decidedBefore(feedback.status)
    const { status, note, actor } = decision
    const word = status === 'accepted' ? wordOn(feedback, decision) : null
    const resolved = await ports
      .resolve(id, { status, resolution: note, actor, now: now(), word })
      .catch((error: unknown) => {
        if (error instanceof RangeError) throw invalid(error.message)
        throw error
      })
    if (resolved === null) throw decidedBefore('decided')
    return resolved
  }

  function wordOn(feedback: Kept, { note, label, wholeHost, ofTestKey, actor }: FeedbackDecision): Word {
    const denies = feedback.type === 'false_negative'
    if (feedback.entityType === 'transaction')
      throw invalid(
        'feedback on a transaction cannot be accepted: reject it, and override the addresses or the site behind it',
      )
    if (feedback.environment === 'test' && !ofTestKey)
      throw invalid(
        'the feedback came from a test key, and the override would hold for live scans too: confirm that by ofTestKey (--of-test-key)',
      )
    const key = ports.keyOf(feedback.entity)
    if (key === null) throw invalid('no list can name this entity')
    if (denies && label === null) throw invalid('body.label: missing, expected the accusation against the entity')
    if (!denies && label !== null) throw invalid('body.label: expected only for a false negative; leave it out')
    if (ports.isShared(key) && !wholeHost)
      throw invalid(`strangers share ${key.value}: override one page of it, or set body.wholeHost`)
    const chain = key.kind === 'address' ? (feedback.chain as Chain | null) : null
    const verdict = denies ? 'deny' : 'allow'
    return { ...key, chain, verdict, label, note, actor, createdAt: now() }
  }
}

function decidedBefore(status: string): ApiError {
  return new ApiError('CONFLICT', { detail: `This feedback is already ${status}.` })
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
