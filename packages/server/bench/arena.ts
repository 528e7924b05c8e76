import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ArenaCase, ArenaEngine } from './arena/arenaEngine.ts'
import { redoubtEngine } from './arena/redoubtEngine.ts'
import type { BenchOptions } from './main.ts'

type Row = {
  name: string
  version: string
  licence: string
  /** Hostile and honest cases that it judged at all. */
  hostile: number
  stopped: number
  honest: number
  accused: number
  missed: string[]
  accusations: string[]
  /** Honest cases that it leaves undecided for want of facts. */
  undecided: string[]
}

const ROOT = fileURLToPath(new URL('../../../tools/arena/', import.meta.url))

/**
 * Asks every engine about every case of `tools/arena/cases` and `DIR/arena`: ours over HTTP on the sandbox, and the peers of `tools/arena`
 * that are installed there (`npm --prefix tools/arena ci --ignore-scripts`). Prints one table, and each missed and accused case.
 */
export default async function arena({ data }: BenchOptions): Promise<object> {
  const cases = [...(await readCases(join(ROOT, 'cases'))), ...(await readCases(join(data, 'arena')))]
  const peers = (await readdir(join(ROOT, 'engines'))).filter((file) => file.endsWith('.mjs')).sort()
  const rows: Row[] = []
  for (const make of [redoubtEngine, ...peers.map((file) => () => peerEngine(file))]) {
    const engine = await make()
    if (engine === null) continue
    try {
      rows.push(await compete(engine, cases))
    } finally {
      await engine.close?.()
    }
  }
  process.stderr.write(tableOf(rows))
  return { cases: cases.length, engines: rows }
}

async function readCases(folder: string): Promise<ArenaCase[]> {
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.jsonl')).map((file) => readFile(join(folder, file), 'utf8')),
  )
  return texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line) as ArenaCase)
}

/** Null where the peer's packages are not installed. */
async function peerEngine(file: string): Promise<ArenaEngine | null> {
  try {
    const { default: make } = (await import(join(ROOT, 'engines', file))) as { default: () => Promise<ArenaEngine> }
    return await make()
  } catch (error) {
    process.stderr.write(`${file} does not run: ${String(error).split('\n')[0]}\n`)
    return null
  }
}

async function compete(engine: ArenaEngine, cases: readonly ArenaCase[]): Promise<Row> {
  const { name, version, licence } = engine
  const row: Row = {
    name,
    version,
    licence,
    hostile: 0,
    stopped: 0,
    honest: 0,
    accused: 0,
    missed: [],
    accusations: [],
    undecided: [],
  }
  for (const one of cases) {
    const { verdict, why } = await engine.judge(one)
    if (verdict === 'unable') continue
    row[one.label]++
    if (verdict === 'stop' && one.label === 'hostile') row.stopped++
    else if (verdict === 'unknown' && one.label === 'honest') row.undecided.push(one.id)
    else if (verdict === 'stop') {
      row.accused++
      row.accusations.push(`${one.id}: ${why}`)
    } else if (one.label === 'hostile') row.missed.push(`${one.id}: ${one.technique}`)
  }
  return row
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, version, licence, hostile, stopped, honest, accused, undecided, missed }) =>
      `| ${name} ${version} | ${licence} | ${stopped} of ${hostile} | ${accused} of ${honest} | ${undecided.length} | ${missed.map((one) => one.split(':')[0]).join(', ') || '–'} |`,
  )
  return [
    '| engine | licence | hostile stopped | honest stopped | honest undecided | missed |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
