import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What a bench is given: the folder of evaluation data, absolute. */
export type BenchOptions = { data: string }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: process.env.REDOUBT_DATA ?? '../shared/data' } },
})
const name = positionals[0]
if (name === undefined || !/^[a-z-]+$/.test(name)) {
  process.stderr.write('usage: npm run bench -- NAME [--data DIR]\n')
  process.exit(2)
}
const { default: bench } = (await import(`./${name}.ts`)) as { default: (options: BenchOptions) => Promise<object> }
const figures = await bench({ data: resolve(values.data) })
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? process.arch}, Node ${process.versions.node}`
process.stdout.write(`${JSON.stringify({ name, machine, date: new Date().toISOString().slice(0, 10), ...figures })}\n`)
