import { ApiError, apiErrorOf, type ErrorCode } from '../../errors.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { EntityQuestion } from './entityJudgement.ts'
import type { EntityScore } from './renderScore.ts'
import type { EntityContext, ScoreEntity } from './scoreEntity.ts'

/** One of many: what to judge, or why it cannot be read. */
export type BatchItem = { entity: string; question: EntityQuestion | ApiError }
/** `age` in whole seconds since the scan. */
export type BatchResult =
  | { entity: string; ok: true; result: EntityScore & { age: number } }
  | { entity: string; ok: false; error: { code: ErrorCode; message: string } }

/** Scans at a time: one request must not take all engines. */
const AT_ONCE = 4
/** With less than this left no scan is begun. */
const MIN_MS = 200

/**
 * Builds POST /v1/risk/scores: one answer per entity, in order, each with its score or its own error. All share one deadline in
 * milliseconds; those whose turn does not come say so. One that is named twice is scanned once.
 */
export function createBatchScores(
  scoreEntity: ScoreEntity,
  { onProblem, now = Date.now }: { onProblem(error: unknown): void; now?: () => number },
) {
  return async function batchScores(
    items: readonly BatchItem[],
    { deadlineMs, requestId, ...context }: EntityContext & { deadlineMs: number; requestId: string },
  ): Promise<BatchResult[]> {
    const until = now() + deadlineMs
    const begun = new Map<string, ReturnType<ScoreEntity>>()
    const score = async ({ entity, question }: BatchItem): Promise<BatchResult> => {
      try {
        if (question instanceof ApiError) throw question
        const left = until - now()
        const key = JSON.stringify([question.entity.type, question.chain, question.text, question.ignored])
        if (left < MIN_MS && !begun.has(key))
          return { entity, ok: false, error: { code: 'UPSTREAM_TIMEOUT', message: neverBegun(deadlineMs) } }
        const asked = { ...question, deadlineMs: Math.min(question.deadlineMs, left) }
        // Who names one twice means one: `fresh` or not, it is scanned once.
        const answer = begun.get(key) ?? scoreEntity(asked, context)
        begun.set(key, answer)
        const { scored, age } = await answer
        return { entity, ok: true, result: { ...scored.score, age: Math.floor(age / 1000) } }
      } catch (error) {
        context.signal.throwIfAborted()
        const known = apiErrorOf(error)
        if (known === null) onProblem(error)
        const { code, message } = known ?? new ApiError('INTERNAL_ERROR', { requestId }, { cause: error })
        return { entity, ok: false, error: { code, message } }
      }
    }
    return mapConcurrent(items, AT_ONCE, score)
  }
}

function neverBegun(deadlineMs: number): string {
  return `Its turn did not come within the ${deadlineMs} ms of the whole batch. Send it again: what was scanned is answered at once.`
}
