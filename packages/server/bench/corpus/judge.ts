import type { CorpusCase } from '../../src/sandbox/corpus/corpusCase.ts'
import { percentile } from '../percentile.ts'
import type { Verdict } from './verdict.ts'

/** Figures of one run over the corpus. Members that end in a list hold ids of cases. */
export type CorpusFigures = {
  traps: number
  caught: number
  /** Traps below `high`, and not called honeypots where they are. */
  missed: string[]
  twins: number
  /** Twins called `high` or worse, or honeypots. */
  accused: string[]
  /** Largest difference between a told and a true tax, in percentage points, and whose it is. */
  maxTaxError: number
  taxErrors: string[]
  /** Taxes that exist and were not told. */
  taxesMissing: string[]
  /** Tokens that cannot be sold as they stand, and are not called honeypots. */
  honeypotsMissed: string[]
  /** Scans that gave no verdict; they also count as missed when a trap is among them. */
  failed: string[]
  /** Scans that were cut short: their verdicts say nothing of the rules. */
  incomplete: string[]
  p50: number
  p95: number
}

/** Differences of taxes that are named; percentage points. */
const TOLERANCE = 0.1

/** Compares verdicts with what the table knows. A case without a verdict is `failed`. */
export function judge(cases: readonly CorpusCase[], verdicts: ReadonlyMap<string, Verdict>): CorpusFigures {
  const traps = cases.filter(({ kind }) => kind === 'trap')
  const twins = cases.filter(({ kind }) => kind === 'twin')
  const severe = (verdict: Verdict) => verdict.riskLevel === 'high' || verdict.riskLevel === 'critical'
  const caught = ({ id, expected }: CorpusCase) => {
    const verdict = verdicts.get(id)
    return verdict !== undefined && (severe(verdict) || (expected.honeypot && verdict.honeypot))
  }
  const accused = ({ id }: CorpusCase) => {
    const verdict = verdicts.get(id)
    return verdict !== undefined && (severe(verdict) || verdict.honeypot)
  }
  const taxes = cases.flatMap((one) => taxesOf(one, verdicts.get(one.id)))
  const errors = taxes.flatMap(({ name, error }) => (error === null ? [] : [{ name, error }]))
  const times = [...verdicts.values()].map(({ milliseconds }) => milliseconds)
  const ids = (some: readonly CorpusCase[]) => some.map(({ id }) => id)
  const missed = traps.filter((one) => !caught(one))
  return {
    traps: traps.length,
    caught: traps.length - missed.length,
    missed: ids(missed),
    twins: twins.length,
    accused: ids(twins.filter(accused)),
    maxTaxError: Math.max(0, ...errors.map(({ error }) => error)),
    taxErrors: errors.filter(({ error }) => error > TOLERANCE).map(({ name, error }) => `${name} ${error}`),
    taxesMissing: taxes.filter(({ error }) => error === null).map(({ name }) => name),
    honeypotsMissed: ids(traps.filter(({ id, expected }) => expected.honeypot && !verdicts.get(id)?.honeypot)),
    failed: ids(cases.filter(({ id }) => !verdicts.has(id))),
    incomplete: ids(cases.filter(({ id }) => verdicts.get(id)?.complete === false)),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  }
}

/** One entry for each tax that exists and a scan should tell; `error` null when it was not told. */
function taxesOf({ id, taxes }: CorpusCase, verdict: Verdict | undefined): { name: string; error: number | null }[] {
  if (taxes === null || verdict === undefined) return []
  const pairs = [
    { name: `${id} buy`, real: taxes.buy, told: verdict.buyTax },
    { name: `${id} sell`, real: taxes.sell, told: verdict.sellTax },
  ]
  return pairs.flatMap(({ name, real, told }) => {
    if (real === null) return []
    return [{ name, error: told === null ? null : Math.round(Math.abs(told - real) * 10_000) / 10_000 }]
  })
}
