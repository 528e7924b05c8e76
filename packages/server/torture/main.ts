import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printFigures } from '../bench/printFigures.ts'
import { CANNOT_RUN, chosen, exitCodeOf, namesIn, runAll, tableOf } from '../bench/runAll.ts'
import { planOf, TORTURE_PLANS } from '../bench/runPlans.ts'

/** What a torture is given: the folder of evaluation data, absolute; it need not be there. */
export type TortureOptions = { data: string }
/** Counts of what was tried and seen; `failed` is 0 when everything was as it must be. */
export type TortureResult = { failed: number; [count: string]: unknown }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.REDOUBT_DATA ?? '../shared/data' },
    only: { type: 'string' },
    limit: { type: 'string' },
  },
})
const name = positionals[0]
if (name === undefined || !/^[a-z-]+$/.test(name)) {
  process.stderr.write(
    'usage: npm run torture -- NAME [--data DIR]\n       npm run torture -- all [--only NAME,NAME] [--limit SECONDS] [--data DIR]\n',
  )
  process.exit(2)
}
if (name === 'all') {
  const names = chosen(namesIn(import.meta.dirname, ['main']), values.only)
  const onLine = (line: string) => process.stdout.write(`${line}\n`)
  const args = ['--data', values.data]
  const plan = (one: string) => planOf(TORTURE_PLANS, one, values.limit)
  const ran = await runAll({ main: import.meta.filename, names, args, plan, onLine })
  process.stderr.write(`${tableOf(ran)}\n`)
  process.exit(exitCodeOf(ran))
}
const { default: torture } = (await import(`./${name}.ts`)) as {
  default: (options: TortureOptions) => Promise<TortureResult>
}
const data = resolve(values.data)
let failed: number | null = null
await printFigures({
  name,
  data,
  measure: async () => {
    const result = await torture({ data })
    failed = result.failed
    return result
  },
})
process.exitCode = failed === null ? CANNOT_RUN : failed === 0 ? 0 : 1
