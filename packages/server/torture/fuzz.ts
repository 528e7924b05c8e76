import type { TortureResult } from './main.ts'
import { runTests } from './runTests.ts'

/** FUZZ_RUNS: of each of the two generators in fuzz.e2e.ts, so that both send 100,000 requests together. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 50_000)

/**
 * The tests that send generated bodies, paths, queries and headers, with as many requests as the figure asks for: no 5xx, no crash, always the
 * envelope. Their control is that every kind of refusal was reached.
 */
export default async function fuzz(): Promise<TortureResult> {
  const ran = await runTests(['http/e2e/fuzz.e2e.ts', 'http/e2e/riskFuzz.e2e.ts'], { FUZZ_RUNS: String(RUNS) })
  return { requests: 2 * RUNS, ...ran }
}
