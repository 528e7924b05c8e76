import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { HONEST_SIGNS, SCAM_SIGNS, SCAM_WEIGHTS, scamSignals } from '@redoubt/risk/contract/scamSignals.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { BenchOptions } from './main.ts'
import { analyseTokens } from './tokens/analyseTokens.ts'
import {
  areaOf,
  areasByCompiler,
  areasByFamily,
  areasByTechnique,
  familyAreas,
  type ScoredToken,
} from './tokens/areas.ts'
import { byFamily } from './tokens/byFamily.ts'
import { fitWeights } from './tokens/fitWeights.ts'
import { outOfFold } from './tokens/outOfFold.ts'
import { quotable, readTokens, type TokenRow } from './tokens/readTokens.ts'
import { auc, recallAt } from './tokens/roc.ts'
import { techniques } from './tokens/techniques.ts'

const OPTIONS = { signs: SCAM_SIGNS.map((id) => (HONEST_SIGNS.includes(id) ? -1 : 1) as 1 | -1), ridge: 0.02 }

/**
 * The scam score from bytecode alone, on the rows whose figures mean something, one row a family of near duplicates. On the set that
 * the shipped weights were learned from (told by its digest), figures are out of fold, families apart, and `measured` says so; on any
 * other set they are those of the shipped weights. With `REDOUBT_PRINT_WEIGHTS` set it prints the weights this set would give.
 * `details`: one line a scam family, the worst found first.
 */
export default async function tokens({ data, details }: BenchOptions): Promise<object> {
  const rows = (await readTokens(data)).filter(quotable)
  const { bytecodes, slowestMs } = await analyseTokens(rows)
  const signs = bytecodes.map((bytecode) => new Set(scamSignals(bytecode).map(({ id }) => id)))
  const features = signs.map((found) => SCAM_SIGNS.map((id) => Number(found.has(id))))
  const labels = rows.map(({ label }) => Number(label))
  const families = rows.map(({ family }) => family)
  const digest = digestOf(rows)
  if (process.env.REDOUBT_PRINT_WEIGHTS !== undefined) printWeights(features, labels, digest)
  const shipped = signs.map((found) => [...found].reduce((sum, id) => sum + SCAM_WEIGHTS.signs[id], SCAM_WEIGHTS.bias))
  const seen = digest === SCAM_WEIGHTS.trainedOn
  const scores = seen ? outOfFold(features, labels, families, OPTIONS) : shipped
  const scored = rows.map((row, at) => scoredToken(row, bytecodes[at] as Bytecode, scores[at] as number))
  if (details !== null) await writeFile(details, linesOf(scored))
  return {
    measured: seen ? 'out-of-fold' : 'unseen',
    ...figuresOf(byFamily(scored)),
    interval: areaOf(scored)?.interval ?? null,
    families: new Set(families).size,
    n: rows.length,
    scams: labels.filter((label) => label === 1).length,
    byRow: figuresOf(scored),
    ...(seen
      ? { inSample: figuresOf(byFamily(scored.map((one, at) => ({ ...one, score: shipped[at] as number })))) }
      : {}),
    byTechnique: areasByTechnique(scored),
    byFamily: areasByFamily(scored),
    byEra: areasByCompiler(scored, 'era'),
    byVersion: areasByCompiler(scored, 'compiler'),
    techniques: techniques(rows, signs),
    incomplete: bytecodes.filter(({ complete }) => !complete).length,
    slowestMs,
  }
}

function scoredToken({ family, label, solc_era, techniques: told }: TokenRow, { compiler }: Bytecode, score: number) {
  return { family, label: label === 1 ? 1 : 0, score, era: solc_era, compiler, techniques: told ?? [] } as const
}

function figuresOf(rows: readonly { score: number; label: number }[]) {
  const scores = rows.map(({ score }) => score)
  const labels = rows.map(({ label }) => label)
  return {
    auc: round(auc(scores, labels)),
    recallAt1: round(recallAt(0.01, scores, labels)),
    recallAt5: round(recallAt(0.05, scores, labels)),
  }
}

function linesOf(scored: readonly ScoredToken[]): string {
  return familyAreas(scored)
    .map((one) => `${JSON.stringify({ ...one, area: round(one.area), score: round(one.score) })}\n`)
    .join('')
}

function printWeights(features: number[][], labels: number[], trainedOn: string): void {
  const { weights, bias } = fitWeights(features, labels, OPTIONS)
  const signs = Object.fromEntries(SCAM_SIGNS.map((id, at) => [id, round(weights[at] ?? 0)]))
  process.stderr.write(`${JSON.stringify({ signs, bias: round(bias), trainedOn }, null, 2)}\n`)
}

function digestOf(rows: readonly TokenRow[]): string {
  const addresses = rows.map(({ address, label }) => `${address} ${label}`).toSorted()
  return createHash('sha256').update(addresses.join('\n')).digest('hex')
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
