import { createHash } from 'node:crypto'
import { type FitOptions, fitWeights, judge } from './fitWeights.ts'

const FOLDS = 10

/**
 * Scores each token by weights learned from the other families: no skeleton is on both sides of a split. Folds are by the hash
 * of the family's name, so that they are the same on every machine.
 */
export function outOfFold(
  features: readonly number[][],
  labels: readonly number[],
  families: readonly string[],
  options: FitOptions,
): number[] {
  const folds = families.map(foldOf)
  const scores = labels.map(() => 0)
  for (let fold = 0; fold < FOLDS; fold++) {
    const trained = labels.map((_, at) => at).filter((at) => folds[at] !== fold)
    const weights = fitWeights(
      trained.map((at) => features[at] ?? []),
      trained.map((at) => labels[at] ?? 0),
      options,
    )
    for (const [at, row] of features.entries()) if (folds[at] === fold) scores[at] = judge(row, weights)
  }
  return scores
}

/** 0 to 9, the same on every machine. */
export function foldOf(family: string): number {
  return createHash('sha256').update(family).digest().readUInt32BE() % FOLDS
}
