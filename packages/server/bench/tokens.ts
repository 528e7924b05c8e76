import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { SCAM_SIGNS, scamSignals, weigh } from '@redoubt/risk/contract/scamSignals.ts'
import { SCAM_WEIGHTS } from '@redoubt/risk/contract/scamWeights.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { BenchOptions } from './main.ts'
import { analyseTokens } from './tokens/analyseTokens.ts'
import {
  areaOf,
  areasByCompiler,
  areasByFamily,
  areasByTechnique,
  areaWithinFolds,
  familyAreas,
  type ScoredToken,
} from './tokens/areas.ts'
import { byFamily, mixedFamilies } from './tokens/byFamily.ts'
import { fitWeights } from './tokens/fitWeights.ts'
import { outOfFold } from './tokens/outOfFold.ts'
import { quotable, readTokens, type TokenRow } from './tokens/readTokens.ts'
import { auc, recallAt } from './tokens/roc.ts'
import { techniques } from './tokens/techniques.ts'
import { type PairedFeatures, withPairs } from './tokens/withPairs.ts'

const RIDGE = 0.005

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
  const paired = withPairs(signs)
  const labels = rows.map(({ label }) => Number(label))
  const families = rows.map(({ family }) => family)
  const digest = digestOf(rows)
  if (process.env.REDOUBT_PRINT_WEIGHTS !== undefined) printWeights(paired, labels, digest)
  const shipped = signs.map((found) =>
    [...weigh([...found]).values()].reduce((sum, weight) => sum + weight, SCAM_WEIGHTS.bias),
  )
  const seen = digest === SCAM_WEIGHTS.trainedOn
  const scores = seen
    ? outOfFold(paired.features, labels, families, { signs: paired.directions, ridge: RIDGE })
    : shipped
  const scored = rows.map((row, at) => scoredToken(row, bytecodes[at] as Bytecode, scores[at] as number))
  if (details !== null) await writeFile(details, linesOf(scored))
  return {
    measured: seen ? 'out-of-fold' : 'unseen',
    ...figuresOf(byFamily(scored)),
    interval: areaOf(scored)?.interval ?? null,
    ...(seen && { aucWithinFolds: areaWithinFolds(scored) }),
    mixedFamilies: mixedFamilies(scored),
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

function printWeights(paired: PairedFeatures, labels: number[], trainedOn: string): void {
  const { weights, bias } = fitWeights(paired.features, labels, { signs: paired.directions, ridge: RIDGE })
  const signs = Object.fromEntries(SCAM_SIGNS.map((id, at) => [id, round(weights[at] ?? 0)]))
  const pairs: Record<string, Record<string, number>> = {}
  for (const [at, [one, other]] of paired.pairs.entries()) {
    const weight = round(weights[SCAM_SIGNS.length + at] ?? 0)
    if (weight !== 0) pairs[one] = { ...pairs[one], [other]: weight }
  }
  process.stderr.write(`${JSON.stringify({ signs, pairs, bias: round(bias), trainedOn }, null, 2)}\n`)
}

function digestOf(rows: readonly TokenRow[]): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const lines = rows.map(({ address, label, runtime }) => `${address} ${label} ${sha256(runtime)}`).toSorted()
  return sha256(lines.join('\n'))
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
