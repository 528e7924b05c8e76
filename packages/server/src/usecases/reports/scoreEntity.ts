import { raiseForIgnoredMembers } from '@redoubt/risk/engine/ignoredMembers.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import { inTime } from '../../lib/withTimeout.ts'
import { createEntityCache } from './entityCache.ts'
import type { EntityJudge } from './entityJudge.ts'
import type { EntityJudgement, EntityQuestion } from './entityJudgement.ts'
import { type EntityScore, renderScore } from './renderScore.ts'
import { pointOf } from './scoreHistory.ts'

export type EntityContext = { environment: 'live' | 'test'; accountId: string; signal: AbortSignal }
/** A judgement that was made for an account, with its score as an object and as JSON. */
export type ScoredEntity = { judged: EntityJudgement; score: EntityScore; text: string }
/** `age` in milliseconds since the scan. What the question's ignored members do to the score is in `score` and `text`, not in `judged`. */
export type ScoreEntity = (
  question: EntityQuestion,
  context: EntityContext,
) => Promise<{ scored: ScoredEntity; age: number }>

/** Milliseconds during which an answer is given again. What a chain says changes with each block, a site seldom. */
const FRESH_ON_CHAIN_MS = 60_000
const FRESH_URL_MS = 10 * 60_000
const FRESH_IN_PART_MS = 10_000
/** An old answer is given at once while a new one is made, up to so long after it stopped being fresh. */
const STALE_MS = 10 * 60_000
/** Bytes of answers kept for later callers. */
const MAX_KEPT = 32 * 1024 ** 2
/** An answer waits this many milliseconds for its point in the history, then goes without. */
const LONGEST_WAIT = 1_000

/**
 * Builds GET /v1/risk/score/{entity}: the judgement of the scan of its type, made once for all who ask at the same time, kept for a
 * short while for its account alone, and forgotten when a list changes. Each one made is a point of the entity's history.
 */
export function createScoreEntity({
  judge,
  scores,
  listRevision,
  onScored,
  onProblem,
  now = Date.now,
}: {
  judge: EntityJudge
  scores: ScoreStore
  /** Changes with every list and every word of the operator. */
  listRevision(): Promise<string>
  /** It was made anew, and its score is kept. */
  onScored?(judged: EntityJudgement, owner: Pick<EntityContext, 'accountId' | 'environment'>): void
  /** What went wrong beside an answer. */
  onProblem(error: unknown): void
  /** Unix milliseconds. */
  now?: () => number
}): ScoreEntity {
  const cache = createEntityCache<ScoredEntity>({
    maxBytes: MAX_KEPT,
    // The object beside its text: findings of both, and what engines spend on objects.
    bytesOf: ({ judged, text }) => text.length + 3 * JSON.stringify(judged).length,
    madeAt: ({ judged }) => judged.judgedAt,
    freshMs: ({ judged: { complete, entityType } }) => {
      if (entityType === 'url') return complete ? FRESH_URL_MS : 0
      return complete ? FRESH_ON_CHAIN_MS : FRESH_IN_PART_MS
    },
    // A site that could not be visited is asked again at once, as by its scan.
    staleMs: ({ judged }) => (judged.entityType === 'url' && !judged.complete ? 0 : STALE_MS),
    isComplete: ({ judged }) => judged.complete,
    now,
    onProblem,
  })

  const remember = async (judged: EntityJudgement, owner: Pick<EntityContext, 'accountId' | 'environment'>) => {
    const point = pointOf(judged, owner)
    if (point === null) return
    await inTime(scores.put(point), LONGEST_WAIT, 'The store did not answer in time').catch(onProblem)
    onScored?.(judged, owner)
  }

  return async function scoreEntity(question, { environment, accountId, signal }) {
    const { entity, chain, text, deadlineMs, fresh } = question
    // The spelling is part of it: capitals that are no checksum are a finding.
    const key = `${accountId} ${environment} ${entity.type} ${chain} ${text}`
    const revision = await listRevision()
    const { value, age } = await cache.share(
      { key, revision, deadlineMs, fresh, signal },
      async (within, anew, maxMs) => {
        const judged = await judge(
          { ...question, fresh: anew, deadlineMs: maxMs },
          { environment, accountId, signal: within },
        )
        await remember(judged, { accountId, environment })
        const score = renderScore(judged)
        return { judged, score, text: JSON.stringify(score) }
      },
    )
    return { scored: withIgnored(value, question.ignored), age }
  }
}

function withIgnored(scored: ScoredEntity, ignored: readonly string[] = []): ScoredEntity {
  if (ignored.length === 0) return scored
  const score = renderScore(judgedWithIgnored(scored.judged, ignored))
  return { judged: scored.judged, score, text: JSON.stringify(score) }
}

/** A judgement that answers a request whose ignored members may have been the ones that decide. */
export function judgedWithIgnored(judged: EntityJudgement, ignored: readonly string[] = []): EntityJudgement {
  if (ignored.length === 0) return judged
  const raised = raiseForIgnoredMembers({ ...judged, findings: [...judged.findings] }, ignored)
  const subject = judged.entityType === 'wallet' ? 'transaction' : judged.entityType
  return { ...raised, recommendation: recommend(subject, raised.riskLevel) }
}
