import { byFamily, type FamilyScore } from './byFamily.ts'
import { foldOf } from './outOfFold.ts'
import { auc, aucInterval } from './roc.ts'

/** `n`: scams and honest ones, each one family of near duplicates. `interval`: 95 %, by bootstrap over families, given the models. */
export type Area = { auc: number; interval: [number, number]; scams: number; honest: number }

export type ScoredToken = {
  family: string
  label: 0 | 1
  score: number
  /** `0.8`, and `0.8.17` where the metadata tells it. */
  era: string
  compiler: string | null
  techniques: readonly string[]
}

/** Families of each class below which an area is no figure. */
const MIN_FAMILIES = 5

/** Area of the families among some rows; null with fewer than five of either class. */
export function areaOf(rows: readonly ScoredToken[]): Area | null {
  const families = byFamily(rows)
  const labels = families.map(({ label }) => label)
  const scores = families.map(({ score }) => score)
  const scams = labels.filter((label) => label === 1).length
  const honest = labels.length - scams
  if (scams < MIN_FAMILIES || honest < MIN_FAMILIES) return null
  const [low, high] = aucInterval(scores, labels) ?? [Number.NaN, Number.NaN]
  return { auc: round(auc(scores, labels)), interval: [round(low), round(high)], scams, honest }
}

/**
 * Mean of the areas within each fold, weighed by its pairs of a scam and an honest family: each compares scores of one model only. NaN
 * where no fold has both.
 */
export function areaWithinFolds(rows: readonly ScoredToken[]): number {
  const folds = [...Map.groupBy(byFamily(rows), ({ family }) => foldOf(family)).values()].map((fold) => {
    const labels = fold.map(({ label }) => label)
    const scams = labels.filter((label) => label === 1).length
    const pairs = scams * (labels.length - scams)
    const scores = fold.map(({ score }) => score)
    return { pairs, won: pairs === 0 ? 0 : auc(scores, labels) * pairs }
  })
  const sum = (of: 'pairs' | 'won') => folds.reduce((total, fold) => total + fold[of], 0)
  return round(sum('won') / sum('pairs'))
}

/** Areas of scams with a technique against all honest tokens. A token of several techniques counts for each. */
export function areasByTechnique(rows: readonly ScoredToken[]): Record<string, Area> {
  const honest = rows.filter(({ label }) => label === 0)
  const names = [...new Set(rows.flatMap(({ techniques }) => techniques))].toSorted()
  return areasOf(names, (name) => [
    ...honest,
    ...rows.filter(({ label, techniques }) => label === 1 && techniques.includes(name)),
  ])
}

/** Areas within one compiler era, or one exact version: there the compiler's age tells nothing. */
export function areasByCompiler(rows: readonly ScoredToken[], by: 'era' | 'compiler'): Record<string, Area> {
  const names = [...new Set(rows.flatMap((row) => row[by] ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return areasOf(names, (name) => rows.filter((row) => row[by] === name))
}

/**
 * Area of each scam family by itself: the share of honest families that score below it. As quantiles, because one family is one point.
 */
export function areasByFamily(rows: readonly ScoredToken[]): { p10: number; p25: number; p50: number; below: number } {
  const areas = familyAreas(rows).map(({ area }) => area)
  const quantile = (share: number) => round(areas[Math.floor(areas.length * share)] ?? Number.NaN)
  return {
    p10: quantile(0.1),
    p25: quantile(0.25),
    p50: quantile(0.5),
    below: round(areas.filter((area) => area < 0.5).length / areas.length),
  }
}

/** Scam families and their own areas, the worst found first. */
export function familyAreas(rows: readonly ScoredToken[]): (FamilyScore & { area: number })[] {
  const families = byFamily(rows)
  const honest = families.filter(({ label }) => label === 0).map(({ score }) => score)
  return families
    .filter(({ label }) => label === 1)
    .map((one) => ({ ...one, area: auc([one.score, ...honest], [1, ...honest.map(() => 0)]) }))
    .toSorted((a, b) => a.area - b.area || (a.family < b.family ? -1 : 1))
}

function areasOf(names: readonly string[], rowsOf: (name: string) => ScoredToken[]): Record<string, Area> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const area = areaOf(rowsOf(name))
      return area === null ? [] : [[name, area] as const]
    }),
  )
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
