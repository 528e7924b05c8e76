import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareRuns, compareTable } from './compareRuns.ts'
import { printFigures } from './printFigures.ts'
import { CANNOT_RUN, chosen, exitCodeOf, namesIn, runAll, tableOf } from './runAll.ts'
import { BENCH_PLANS, planOf, positive } from './runPlans.ts'

export type BenchOptions = {
  /** Folder of evaluation data, absolute. */
  data: string
  /** The part of a set that is kept for the last run, instead of the part for development. */
  unopened: boolean
  /** File for one JSON line a case. */
  details: string | null
  /** Seed of a generated set, and how many of it; null: the bench's own. */
  seed: number | null
  count: number | null
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.REDOUBT_DATA ?? '../shared/data' },
    unopened: { type: 'boolean', default: false },
    details: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    only: { type: 'string' },
    limit: { type: 'string' },
    rounds: { type: 'string', default: '1' },
  },
})
const name = positionals[0]
if (name === undefined || !/^[a-z-]+$/.test(name)) {
  process.stderr.write(
    'usage: npm run bench -- NAME [--data DIR] [--unopened] [--details FILE] [--seed N] [--count N]\n       npm run bench -- all [--only NAME,NAME] [--limit SECONDS] [--data DIR]\n       npm run bench -- compare REF --only NAME,NAME [--rounds N] [--limit SECONDS] [--data DIR]\n',
  )
  process.exit(2)
}
if (name === 'all' || name === 'compare') {
  const names = chosen(namesIn(import.meta.dirname, ['main', 'percentile']), values.only)
  const onLine = (line: string) => process.stdout.write(`${line}\n`)
  const args = ['--data', resolve(values.data)]
  const plan = (one: string) => planOf(BENCH_PLANS, one, values.limit)
  if (name === 'compare') {
    const ref = positionals[1] ?? 'HEAD'
    const root = resolve(import.meta.dirname, '../../..')
    const rounds = positive('--rounds', values.rounds)
    const compared = await compareRuns({ root, main: import.meta.filename, ref, names, args, rounds, plan, onLine })
    process.stderr.write(`${compareTable(compared)}\n`)
    process.exit(exitCodeOf(compared.flatMap(({ before, now }) => [...before, ...now])))
  }
  const ran = await runAll({ main: import.meta.filename, names, args, plan, onLine })
  process.stderr.write(`${tableOf(ran)}\n`)
  process.exit(exitCodeOf(ran))
}
const { default: bench } = (await import(`./${name}.ts`)) as { default: (options: BenchOptions) => Promise<object> }
const data = resolve(values.data)
const figures = await printFigures({
  name,
  data,
  measure: () =>
    bench({
      data,
      unopened: values.unopened,
      details: values.details === undefined ? null : resolve(values.details),
      seed: values.seed === undefined ? null : Number(values.seed),
      count: values.count === undefined ? null : Number(values.count),
    }),
})
if (figures === null) process.exitCode = CANNOT_RUN
