import { isOfEntity } from '@redoubt/risk/report/breakDown.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import type { Owner } from '../../domain/account.ts'
import { SCORE_DAYS, type ScorePoint } from '../../domain/entityScore.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudgement } from './entityJudgement.ts'

/** The point that a judgement adds to the history of its entity; null where it judged how the question was written too. */
export function pointOf(judged: EntityJudgement, { accountId, environment }: Owner): ScorePoint | null {
  if (!isOfEntity(judged.findings)) return null
  const { canonical, entityType, chain, riskScore, riskLevel, confidence, rulesetVersion, complete, judgedAt } = judged
  return {
    accountId,
    environment,
    entity: canonical,
    entityType,
    chain,
    riskScore,
    riskLevel,
    confidence,
    rulesetVersion,
    complete,
    failedSources: judged.unavailable.length,
    at: judgedAt,
  }
}

/**
 * What an entity scored on each day, oldest first, one score per day and ruleset: the ruleset stands on each, so that a change of the
 * rules is never read as a change of the entity. The judgement itself is the last word on its day, unless what was kept of that day
 * was looked at better, or is of the entity alone.
 */
export async function historyOf(
  judged: EntityJudgement,
  { accountId, environment }: Owner,
  store: ScoreStore,
): Promise<RiskReport['history']> {
  const { canonical, entityType, chain, riskScore, riskLevel, rulesetVersion, complete, unavailable, judgedAt } = judged
  const kept = await store.list({
    accountId,
    environment,
    entity: canonical,
    entityType,
    chain,
    now: judgedAt,
    days: SCORE_DAYS,
  })
  const today = { date: new Date(judgedAt).toISOString().slice(0, 10), score: riskScore, riskLevel, rulesetVersion }
  const isToday = (point: (typeof kept)[number]) => point.date === today.date && point.rulesetVersion === rulesetVersion
  const better = kept.find(
    (point) =>
      isToday(point) &&
      (!isOfEntity(judged.findings) ||
        (point.complete && !complete) ||
        (point.complete === complete && point.failedSources < unavailable.length)),
  )
  return [
    ...kept.filter((point) => point.date <= today.date && !isToday(point)).map(shown),
    better === undefined ? today : shown(better),
  ]
}

function shown({ date, score, riskLevel, rulesetVersion }: Awaited<ReturnType<ScoreStore['list']>>[number]) {
  return { date, score, riskLevel, rulesetVersion }
}
