import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describedSets } from './decode/describedSets.ts'
import { type ClearCase, judgeCase } from './decode/judgeCase.ts'
import type { BenchOptions } from './main.ts'

/**
 * Calls and typed messages of real wallets, against what a wallet must show: `DIR/clear_signing/test.jsonl.gz`, and beside it the
 * registry's cases as the program shows them (`registryAsShipped`) and by their descriptors (`described`). What counts as exact, wrong and
 * unavailable is said in docs/BENCHMARKS.md. Every case that is not exact is printed.
 */
export default async function decode({ data }: BenchOptions) {
  const folder = join(data, 'clear_signing')
  const own = await measure(join(folder, 'test.jsonl.gz'))
  const { cases, exact, wrong, unavailable } = await measure(join(folder, 'registry.jsonl.gz'))
  return {
    ...own,
    registryAsShipped: { cases, exact, wrong, unavailable },
    described: await describedSets(folder),
  }
}

async function measure(path: string) {
  const packed = await readFile(path).catch(() => null)
  if (packed === null) process.stderr.write(`no ${path}: nothing measured\n`)
  const lines = packed === null ? [] : gunzipSync(packed).toString('utf8').trim().split('\n')
  const count = { exact: 0, wrong: 0, unavailable: 0 }
  let [values, bare, names, texts, said] = [0, 0, 0, 0, 0]
  for (const [at, line] of lines.entries()) {
    const one = JSON.parse(line) as ClearCase
    const judged = await judgeCase(one)
    count[judged.verdict]++
    values += judged.values
    bare += judged.bare
    names += judged.names
    texts += judged.texts
    said += judged.said
    if (judged.verdict !== 'exact' || process.env.BENCH_VERBOSE)
      process.stderr.write(`${at} ${judged.verdict}: ${one.project} · ${one.description}: ${judged.why}\n`)
  }
  return {
    cases: lines.length,
    ...count,
    values,
    valuesByDigits: bare,
    namesUnknowable: names,
    texts,
    textsAsExpected: said,
  }
}
