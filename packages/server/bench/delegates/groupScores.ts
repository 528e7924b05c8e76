import { auc } from '../tokens/roc.ts'

export type Scored = { group: string; danger: boolean | null; score: number }

const SAMPLES = 2_000
const PERMILLE_LOW = 0.025
const PERMILLE_HIGH = 0.975

/** ROC-AUC with one mean score for each group and label, and its interval of 95 % by drawing groups again. */
export function groupAuc(rows: readonly Scored[]) {
  const groups = Map.groupBy(
    rows.filter(({ danger }) => danger !== null),
    ({ group, danger }) => `${group} ${danger}`,
  )
  const one = [...groups.values()].map((group) => ({
    label: Number(group[0]?.danger),
    score: group.reduce((sum, { score }) => sum + score, 0) / group.length,
  }))
  const of = (drawn: typeof one) =>
    auc(
      drawn.map(({ score }) => score),
      drawn.map(({ label }) => label),
    )
  const next = randomNumbers(1)
  const drawn = Array.from({ length: SAMPLES }, () =>
    [0, 1].flatMap((label) => {
      const all = one.filter((each) => each.label === label)
      return all.map(() => all[Math.floor(next() * all.length)] as (typeof one)[number])
    }),
  )
  const sorted = drawn.map(of).toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor(share * SAMPLES)] ?? 0)
  return {
    auc: round(of(one)),
    interval: [at(PERMILLE_LOW), at(PERMILLE_HIGH)],
    dangerous: one.filter(({ label }) => label === 1).length,
    harmless: one.filter(({ label }) => label === 0).length,
  }
}

/** Mulberry32: the same draws in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
