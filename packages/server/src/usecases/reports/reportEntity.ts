import { buildReport } from '@redoubt/risk/report/buildReport.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import { ApiError } from '../../errors.ts'
import type { EntityQuestion } from './entityJudgement.ts'
import { type EntityContext, judgedWithIgnored, type ScoreEntity } from './scoreEntity.ts'
import { historyOf } from './scoreHistory.ts'

/**
 * Builds GET /v1/risk/report/{entity}: the judgement that the score rests on, in categories whose factors sum to it, with what the
 * entity scored before. The report bears the time of the judgement: the same judgement makes the same report.
 * @throws ApiError VALIDATION_ERROR for a transaction: it has no ownership, code or market of its own.
 */
export function createReportEntity(scoreEntity: ScoreEntity, scores: ScoreStore) {
  return async function reportEntity(question: EntityQuestion, context: EntityContext): Promise<RiskReport> {
    if (question.entity.type === 'transaction') throw noReport()
    const { judged } = (await scoreEntity(question, context)).scored
    const { subject, breakdown, judgedAt } = judged
    if (subject === null || breakdown === null) throw noReport()
    const history = await historyOf(judged, context, scores)
    const answered = judgedWithIgnored(judged, question.ignored)
    return buildReport({ ...answered, subject, breakdown, history, generatedAt: new Date(judgedAt).toISOString() })
  }
}

function noReport(): ApiError {
  return new ApiError('VALIDATION_ERROR', {
    detail:
      'path.entity: a transaction has no report; ask for its score, or scan it by GET /v1/scan/transaction/{hash}',
  })
}
