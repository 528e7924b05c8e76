import type { LexicalWeights } from '../../src/web/lexical/parseWeights.ts'
import { calibrate } from './calibrate.ts'
import { featureMatrix } from './featureMatrix.ts'
import { type FittedModel, fitModel } from './fitModel.ts'
import { importanceOf } from './importanceOf.ts'
import { isHeldOut } from './isHeldOut.ts'
import { isTrainingHost } from './isTrainingHost.ts'
import { logitsOf } from './logitsOf.ts'
import type { HostRow } from './readHosts.ts'
import { auc } from './roc.ts'
import { strongest } from './strongest.ts'
import { thresholdAt, type Weighed } from './thresholdAt.ts'

/** What the validation rows said, before the model was fitted once more on all rows. */
export type Validation = { phishing: number; honest: number; auc: number; recallCaution: number; recallAvoid: number }

/** So many weights make a file of 130 KB; more of them, or finer ones, changed no figure by 0.1 %. */
const KEPT = 100_000
/** Steps of a weight on either side of 0. */
const STEPS = 31
const FIT = { epochs: 6, rate: 0.15, ridge: 1e-6, norm: 0.25, seed: 1 }
/** Of what honest hosts a user's traffic is taken to consist. */
const TRAFFIC: Record<string, number> = { popular: 0.5, longtail: 0.3, crypto: 0.1, hosted: 0.07, dev: 0.03 }
/** Shares of that traffic that may be cautioned, and advised against. */
const CAUTION = 0.01
const AVOID = 0.0025

/**
 * Learns the weights. Thresholds and calibration are fixed on rows held out, by a model that has not seen them; then the model
 * is fitted on all rows. Rows that may not teach only validate, and a site that taught does not, by whatever host: those of
 * tomorrow are strangers. The same rows in the same order give the same weights.
 */
export function trainModel(
  rows: readonly HostRow[],
  trained: string,
): { model: LexicalWeights; validation: Validation } {
  const usable = rows.filter(({ site }) => site.ip === null && site.site !== null)
  const gathered = usable.filter((row) => !isHeldOut(row))
  const known = new Set(gathered.filter(isTrainingHost).map(({ site }) => site.site))
  const held = usable.filter((row) => isHeldOut(row) && !known.has(row.site.site))
  const early = fit(gathered)
  const bad = logitsOf(early, featureMatrix(held.filter(({ phishing }) => phishing).map(({ site }) => site)))
  const honest = held.filter(({ phishing }) => !phishing)
  const good = logitsOf(early, featureMatrix(honest.map(({ site }) => site)))
  const weighed = weigh(honest, good)
  const caution = { logit: thresholdAt(CAUTION, weighed), honest: CAUTION }
  const avoid = { logit: thresholdAt(AVOID, weighed), honest: AVOID }
  const recall = ({ logit }: { logit: number }) => bad.filter((value) => value >= logit).length / bad.length
  const { weights, bias, norm } = fit(usable)
  return {
    model: { trained, bias, norm, ...calibrate(bad, good), caution, avoid, ...quantised(weights) },
    validation: {
      phishing: bad.length,
      honest: good.length,
      auc: auc(bad, good),
      recallCaution: recall(caution),
      recallAvoid: recall(avoid),
    },
  }
}

function fit(rows: readonly HostRow[]): FittedModel {
  const teaching = rows.filter(isTrainingHost)
  const matrix = featureMatrix(teaching.map(({ site }) => site))
  const phishing = Uint8Array.from(teaching, (row) => Number(row.phishing))
  const fitted = fitModel({ matrix, phishing, importance: Float64Array.from(teaching, importanceOf) }, FIT)
  return { ...fitted, weights: strongest(fitted.weights, matrix, KEPT) }
}

/** Each kind of host counts as much as it does in traffic, however many of it were held out. */
function weigh(rows: readonly HostRow[], logits: Float64Array): Weighed[] {
  const counts = new Map<string, number>()
  for (const { category } of rows) counts.set(category, (counts.get(category) ?? 0) + 1)
  return rows.map(({ category }, row) => ({
    logit: logits[row] ?? 0,
    weight: (TRAFFIC[category] ?? 0) / (counts.get(category) ?? 1),
  }))
}

function quantised(weights: Float64Array): Pick<LexicalWeights, 'scale' | 'weights'> {
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / STEPS
  return { scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}
