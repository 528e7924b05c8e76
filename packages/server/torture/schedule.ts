import { openStore } from '../src/store/openStore.ts'
import type { TortureResult } from './main.ts'
import { playSequence } from './schedule/playSequence.ts'
import { createRandom } from './schedule/random.ts'

const SEQUENCES = 10_000
/** Sequences that share a database: a small one is quick. */
const PER_STORE = 500

/**
 * Random lives of webhooks under a clock of their own, on a real SQLite store with the program's schedule, compared after each step
 * with a model of the rules: attempts at 0, 1, 5, 30 and 120 minutes and never early, `failing` with the fifth failure, what was
 * parked resumed or expired.
 */
export default async function schedule(): Promise<TortureResult> {
  const counts: Record<string, number> = {}
  const problems: string[] = []
  for (let from = 0; from < SEQUENCES; from += PER_STORE) {
    const store = await openStore('sqlite::memory:', null)
    await store.migrate()
    for (let seed = from; seed < from + PER_STORE; seed++) {
      const problem = await playSequence(store, createRandom(seed), `acc_${seed}`, (what) => {
        counts[what] = (counts[what] ?? 0) + 1
      })
      if (problem !== null) problems.push(`sequence ${seed}: ${problem}`)
    }
    await store.close()
  }
  return {
    failed: problems.length,
    sequences: SEQUENCES,
    ...counts,
    ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
  }
}
