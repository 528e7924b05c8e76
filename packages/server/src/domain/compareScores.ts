import type { EntityThreat } from '@redoubt/risk/report/entityThreats.ts'

/** What later scores of an entity are compared with: the last one that was told, or the first. */
export type ScoreBase = {
  rulesetVersion: string
  score: number
  confidence: number
  /** Sources that failed; null: not known. */
  unavailable: readonly string[] | null
}
/** What an account knows of an entity. */
export type Notified = {
  /** Null: it was not scored yet. */
  base: ScoreBase | null
  /** Types that were reported and are still there; null: not known, and the first ones seen are taken as reported. */
  threats: readonly string[] | null
  /** Unix milliseconds: since when its scores rest on less than the base does; null: they do not. */
  doubtedSince: number | null
}
export type FreshScore = {
  rulesetVersion: string
  score: number
  confidence: number
  complete: boolean
  unavailable: readonly string[]
  threats: readonly EntityThreat[]
  at: number
}
/** The new base, and the changes to report. */
export type Comparison = {
  known: Notified
  changed: { previous: number; current: number } | null
  threats: readonly EntityThreat[]
}

/** The contract's "significantly". */
const MIN_CHANGE = 15
/** For a base without recorded sources: confidence lower by this much says that one failed. */
const SAME_CONFIDENCE = 0.03
/** After so many milliseconds a failing source is the normal state: the score without it is the new base. */
const DOUBTED_MS = 12 * 60 * 60 * 1000

/**
 * Compares a fresh score with the score that was reported before. A change is reported only within one version of the rules,
 * and only when both scores rest on the same sources: what a failing source hides, and what one that works again shows, is
 * no change of the entity.
 */
export function compareScores(known: Notified, fresh: FreshScore): Comparison {
  const { base, doubtedSince } = known
  const nothing = { changed: null, threats: [] }
  if (!fresh.complete) {
    // Without its decisive facts a score is not compared; threats found all the same are reported once.
    if (fresh.threats.length === 0) return { known, ...nothing }
    const fresher =
      known.threats === null ? [] : fresh.threats.filter((one) => !known.threats?.includes(one.threatType))
    return { known: { ...known, threats: withThreats(known, fresh) }, changed: null, threats: fresher }
  }
  const { rulesetVersion, score, confidence, unavailable, at } = fresh
  const anew: ScoreBase = { rulesetVersion, score, confidence, unavailable }
  if (base !== null && base.rulesetVersion !== rulesetVersion)
    return { known: { base: anew, threats: withThreats(known, fresh), doubtedSince: null }, ...nothing }
  if (base !== null && knowsLess(anew, base) && at - (doubtedSince ?? at) < DOUBTED_MS)
    return { known: { ...known, doubtedSince: doubtedSince ?? at }, ...nothing }
  // A threat that such a score does not have is gone: when it comes back, it is news.
  const seesAll = base !== null && !knowsLess(anew, base)
  const comparable = seesAll && !knowsLess(base, anew)
  const told = known.threats ?? typesOf(fresh)
  const changed =
    comparable && Math.abs(score - base.score) >= MIN_CHANGE ? { previous: base.score, current: score } : null
  return {
    known: {
      // Small steps add up: until something is told, the base stays.
      base: comparable && changed === null ? { ...base, unavailable } : anew,
      threats: seesAll ? typesOf(fresh) : withThreats(known, fresh),
      doubtedSince: null,
    },
    changed,
    threats: fresh.threats.filter(({ threatType }) => !told.includes(threatType)),
  }
}

function knowsLess(one: ScoreBase, other: ScoreBase): boolean {
  const [here, there] = [one.unavailable, other.unavailable]
  if (here === null || there === null) return one.confidence < other.confidence - SAME_CONFIDENCE
  return here.some((source) => !there.includes(source))
}

function withThreats({ threats }: Notified, fresh: FreshScore): string[] {
  return [...new Set([...(threats ?? []), ...typesOf(fresh)])]
}

function typesOf({ threats }: FreshScore): string[] {
  return [...new Set(threats.map(({ threatType }) => threatType))]
}
