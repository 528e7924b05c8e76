import type { ScoreOfDay, ScorePoint } from '../entityScore.ts'

/** Scores of entities by UTC day. */
export type ScoreStore = {
  /**
   * Keeps one score of each UTC day and ruleset: a complete one before a partial one, then the one with the fewest failed sources, then
   * the last.
   */
  put(point: ScorePoint): Promise<void>
  /** Oldest first, at most one per day and ruleset, of the last `days` days before `now`. */
  list(
    query: Pick<ScorePoint, 'accountId' | 'environment' | 'entity' | 'entityType' | 'chain'> & {
      now: number
      days: number
    },
  ): Promise<ScoreOfDay[]>
}
