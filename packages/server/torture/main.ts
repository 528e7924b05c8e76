import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chosen, exitCodeOf, namesIn, runAll, tableOf } from '../bench/runAll.ts'
import { CannotRun } from './cannotRun.ts'

/** What a torture is given: the folder of evaluation data, absolute; it need not be there. */
export type TortureOptions = { data: string }
/** Counts of what was tried and seen; `failed` is 0 when everything was as it must be. */
export type TortureResult = { failed: number; [count: string]: unknown }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env.REDOUBT_DATA ?? '../shared/data' },
    only: { type: 'string' },
    limit: { type: 'string', default: '3600' },
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
  const ran = await runAll({ main: import.meta.filename, names, args, limitSeconds: Number(values.limit), onLine })
  process.stderr.write(`${tableOf(ran)}\n`)
  process.exit(exitCodeOf(ran))
}
const { default: torture } = (await import(`./${name}.ts`)) as {
  default: (options: TortureOptions) => Promise<TortureResult>
}
try {
  const result = await torture({ data: resolve(values.data) })
  const load = Math.round((loadavg()[0] ?? 0) * 100) / 100
  process.stdout.write(`${JSON.stringify({ name, date: new Date().toISOString().slice(0, 10), load, ...result })}\n`)
  process.exitCode = result.failed === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof CannotRun)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
