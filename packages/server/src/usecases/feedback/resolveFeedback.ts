import type { Chain } from '@redoubt/risk/chain.ts'
import type { Feedback, FeedbackDecision } from '../../domain/feedback.ts'
import type { FeedbackOverride, FeedbackStore, OverrideKey } from '../../domain/ports/feedback.ts'
import { ApiError } from '../../errors.ts'

export type FeedbackPorts = Pick<FeedbackStore, 'get' | 'resolve'> & {
  /** Null for what no list can name. */
  keyOf(entity: string): OverrideKey | null
  /** Strangers share it. */
  isShared(key: OverrideKey): boolean
}

/**
 * Decides on feedback: an accepted report becomes an override, which allows a false positive or denies a false negative; a
 * rejected one changes nothing. Both are audited. When two operators decide at once, only one decision holds.
 * @throws ApiError NOT_FOUND, CONFLICT when it was decided before, VALIDATION_ERROR when no such override is possible.
 */
export function createResolveFeedback(ports: FeedbackPorts, now: () => number = Date.now) {
  return async function resolveFeedback(id: string, decision: FeedbackDecision): Promise<Feedback> {
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

  function wordOn(
    feedback: Feedback,
    { note, label, wholeHost, ofTestKey, actor }: FeedbackDecision,
  ): FeedbackOverride {
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
