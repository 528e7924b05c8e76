import { type Disarmed, runDisarmed } from './disarm/disarmed.ts'
import type { TortureResult } from './main.ts'
import { runTests } from './runTests.ts'

/** FUZZ_RUNS: of each of the two generators in fuzz.e2e.ts, so that both send 100,000 requests together. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 50_000)
const CONTROL_RUNS = '300'

const HTTP = 'http/e2e/fuzz.e2e.ts'
const WITHOUT_EDGE: readonly Disarmed[] = [
  {
    what: 'what a schema refuses is a defect',
    file: 'server/src/http/answer/handleError.ts',
    from: 'const known = apiErrorOf(error)',
    to: 'const known = undefined as ReturnType<typeof apiErrorOf> | undefined',
    tests: [HTTP],
  },
  {
    what: 'errors have no message',
    file: 'server/src/http/answer/envelope.ts',
    from: 'error: { code, message } } as const',
    to: 'error: { code } } as never',
    tests: [HTTP],
  },
]

/**
 * The tests that send generated bodies, paths, queries and headers, with as many requests as the figure asks for: no 5xx, no crash, always the
 * envelope; each kind of refusal must be reached. The control: an edge that answers what it refuses with 500, and one whose errors have no
 * message, must be found.
 */
export default async function fuzz(): Promise<TortureResult> {
  const { asserted: _, ...ran } = await runTests([HTTP, 'http/e2e/riskFuzz.e2e.ts'], { FUZZ_RUNS: String(RUNS) })
  const control = await runDisarmed(WITHOUT_EDGE, { FUZZ_RUNS: CONTROL_RUNS })
  return { requests: 2 * RUNS, ...ran, failed: ran.failed + control.missed.length, control }
}
