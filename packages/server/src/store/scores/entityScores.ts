import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { SCORE_DAYS, type ScoreOfDay, type ScorePoint } from '../../domain/entityScore.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { Engine } from '../engine/engine.ts'
import { entityKey } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'

export type EntityScores = Pick<ScoreStore, 'put'> & {
  /** As the port has it, with what only tests and operators read. */
  list(query: Parameters<ScoreStore['list']>[0]): Promise<(ScoreOfDay & Pick<ScorePoint, 'confidence' | 'at'>)[]>
  /** Deletes what is older than 400 days; returns how many. */
  prune(now: number, pacing?: Pacing): Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000

export function createEntityScores({ db, dialect }: Engine): EntityScores {
  return {
    async put(point) {
      const said = {
        risk_score: point.riskScore,
        risk_level: point.riskLevel,
        confidence: point.confidence,
        complete: point.complete ? 1 : 0,
        failed_sources: point.failedSources,
        at: point.at,
      }
      await db
        .insertInto('entity_scores')
        .values({
          account_id: point.accountId,
          environment: point.environment,
          entity_key: entityKey(point.entity),
          entity: point.entity,
          entity_type: point.entityType,
          chain: point.chain ?? '',
          day: dayOf(point.at),
          ruleset_version: point.rulesetVersion,
          ...said,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'environment', 'entity_key', 'entity_type', 'chain', 'day', 'ruleset_version'])
            .doUpdateSet(said)
            .where('entity_scores.complete', '<=', said.complete)
            .where(({ or, and, eb }) =>
              or([
                eb('entity_scores.complete', '<', said.complete),
                eb('entity_scores.failed_sources', '>', said.failed_sources),
                // Scans end in any order: the last scan of the day is the latest to begin.
                and([
                  eb('entity_scores.failed_sources', '=', said.failed_sources),
                  eb('entity_scores.at', '<=', said.at),
                ]),
              ]),
            ),
        )
        .execute()
    },
    async list({ accountId, environment, entity, entityType, chain, now, days }) {
      const rows = await db
        .selectFrom('entity_scores')
        .select([
          ...(['day', 'risk_score', 'risk_level', 'confidence', 'ruleset_version'] as const),
          ...(['complete', 'failed_sources', 'at'] as const),
        ])
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('entity_key', '=', entityKey(entity))
        .where('entity_type', '=', entityType)
        .where('chain', '=', chain ?? '')
        .where('day', '>', dayOf(now) - days)
        .orderBy('day')
        .orderBy('at')
        .execute()
      return rows.map((row) => ({
        date: new Date(row.day * DAY_MS).toISOString().slice(0, 10),
        score: row.risk_score,
        riskLevel: row.risk_level as RiskLevel,
        confidence: row.confidence,
        rulesetVersion: row.ruleset_version,
        complete: row.complete === 1,
        failedSources: row.failed_sources,
        at: row.at,
      }))
    },
    prune(now, pacing) {
      const before = dayOf(now) - SCORE_DAYS
      const remove = async (limit: number) => {
        const oldest = db.selectFrom('entity_scores').select('seq').where('day', '<', before).limit(limit)
        const { numDeletedRows } = await db.deleteFrom('entity_scores').where('seq', 'in', oldest).executeTakeFirst()
        return Number(numDeletedRows)
      }
      return pruneInChunks(dialect, remove, pacing)
    },
  }
}

/** UTC day, counted from the epoch. */
function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}
