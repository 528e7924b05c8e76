import { retrySchedule } from '../src/domain/retrySchedule.ts'
import { openStore } from '../src/store/openStore.ts'
import type { TortureResult } from './main.ts'
import { playSequence } from './schedule/playSequence.ts'
import { createRandom } from './schedule/random.ts'

const SEQUENCES = 10_000
/** Sequences that share a database: a small one is quick. */
const PER_STORE = 500
/** A second try after half a minute: too early. */
const TOO_EARLY = [30_000, 300_000, 1_800_000, 7_200_000]

/**
 * Random lives of webhooks under a clock of their own, on a real SQLite store with the program's schedule, compared after each step
 * with a model of the rules: attempts at 0, 1, 5, 30 and 120 minutes and never early, `failing` with the fifth failure, what was
 * parked resumed or expired. `control`: lives that differ from the model with a schedule that tries too early; none would prove nothing.
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
  const control = await earlyLives()
  return {
    failed: problems.length + (control > 0 ? 0 : 1),
    control,
    sequences: SEQUENCES,
    ...counts,
    ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
  }
}

async function earlyLives(): Promise<number> {
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  let different = 0
  for (let seed = 0; seed < 50; seed++) {
    const early = retrySchedule(TOO_EARLY)
    if ((await playSequence(store, createRandom(seed), `early_${seed}`, () => {}, early)) !== null) different++
  }
  await store.close()
  return different
}
