import type { RiskReport } from '@redoubt/risk/report.ts'

/** Scores of one ruleset; `at` is days since the first day of the chart. */
export type HistorySeries = {
  rulesetVersion: string
  own: boolean
  points: { at: number; date: string; score: number }[]
}

/** How many entries are not drawn: without a calendar day or score, from too long ago, by a ruleset too many. */
export type LeftOut = { undated: number; early: number; rulesets: number }

const DAY_MS = 86_400_000
/** Days shown at most, the latest: more than one a point cannot be told apart. */
const MAX_DAYS = 400
/** Other rulesets told apart at most, the latest. */
const MAX_RULESETS = 3

/**
 * The history by ruleset, the report's own last so that it is drawn above; scores of two rulesets never make one line.
 * @returns also how many entries are left out, and why.
 */
export function historySeries({ history, rulesetVersion }: Pick<RiskReport, 'history' | 'rulesetVersion'>): {
  series: HistorySeries[]
  days: number
  leftOut: LeftOut
} {
  const dated = history
    .map((entry) => ({ ...entry, time: Date.parse(entry.date) }))
    .filter(({ time, score }) => Number.isFinite(time) && Number.isFinite(score))
    .sort((a, b) => a.time - b.time)
  const last = dated.at(-1)?.time ?? 0
  const recent = dated.filter(({ time }) => last - time < MAX_DAYS * DAY_MS)
  const others = [...new Set(recent.map((entry) => entry.rulesetVersion))].filter(
    (version) => version !== rulesetVersion,
  )
  const shown = [...others.slice(-MAX_RULESETS), rulesetVersion]
  const drawn = recent.filter((entry) => shown.includes(entry.rulesetVersion))
  const leftOut = {
    undated: history.length - dated.length,
    early: dated.length - recent.length,
    rulesets: recent.length - drawn.length,
  }
  const first = drawn[0]?.time ?? 0
  const series = shown
    .map((version) => ({
      rulesetVersion: version,
      own: version === rulesetVersion,
      points: drawn
        .filter((entry) => entry.rulesetVersion === version)
        .map(({ date, time, score }) => ({ at: (time - first) / DAY_MS, date, score })),
    }))
    .filter(({ points }) => points.length > 0)
  return { series, days: (last - first) / DAY_MS, leftOut }
}
