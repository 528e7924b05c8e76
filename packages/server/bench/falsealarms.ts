import { HIGH_SCAM_SCORE, scamScore } from '@redoubt/risk/contract/scamSignals.ts'
import type { BenchOptions } from './main.ts'
import { analyseTokens } from './tokens/analyseTokens.ts'
import { quotable, readTokens } from './tokens/readTokens.ts'

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
    quotable: { n: quoted.length, highShare: share(quoted) },
  }
}

function share(flags: readonly boolean[]): number {
  return Math.round((flags.filter(Boolean).length / flags.length) * 10_000) / 10_000
}
