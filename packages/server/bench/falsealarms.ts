import { HIGH_SCAM_SCORE, scamScore } from '@redoubt/risk/contract/scamSignals.ts'
import type { BenchOptions } from './main.ts'
import { analyseTokens } from './tokens/analyseTokens.ts'
import { byFamily } from './tokens/byFamily.ts'
import { quotable, readTokens, type TokenRow } from './tokens/readTokens.ts'

/**
 * Benign tokens that the code alone would call high risk, of every compiler era, and of the eras that figures may be quoted of.
 * `honeypotShare` needs execution: null as long as only code is judged.
 */
export default async function falsealarms({ data }: BenchOptions): Promise<object> {
  const rows = (await readTokens(data)).filter(({ label }) => label === 0)
  const { bytecodes } = await analyseTokens(rows)
  const high = bytecodes.map((bytecode) => scamScore(bytecode) >= HIGH_SCAM_SCORE)
  const quoted = high.filter((_, at) => quotable(rows[at] as (typeof rows)[number]))
  return {
    judged: 'bytecode',
    n: rows.length,
    honeypotShare: null,
    highShare: share(high),
    families: byFamilyShare(rows, high),
    quotable: {
      n: quoted.length,
      highShare: share(quoted),
      families: byFamilyShare(rows.filter(quotable), quoted),
    },
  }
}

/** A family of near duplicates counts once: as the share of its tokens that are high. */
function byFamilyShare(rows: readonly TokenRow[], high: readonly boolean[]): { n: number; highShare: number } {
  const scored = rows.map(({ family }, at) => ({ family, label: 0 as const, score: Number(high[at]) }))
  const families = byFamily(scored)
  const total = families.reduce((sum, { score }) => sum + score, 0)
  return { n: families.length, highShare: Math.round((total / families.length) * 10_000) / 10_000 }
}

function share(flags: readonly boolean[]): number {
  return Math.round((flags.filter(Boolean).length / flags.length) * 10_000) / 10_000
}
