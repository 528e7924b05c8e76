import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ArenaCase, ArenaEngine } from './arena/arenaEngine.ts'
import { type ArenaRow, compete, tableOf } from './arena/compete.ts'
import { parseCases } from './arena/parseCase.ts'
import { redoubtEngine } from './arena/redoubtEngine.ts'
import type { BenchOptions } from './main.ts'

const ROOT = fileURLToPath(new URL('../../../tools/arena/', import.meta.url))

/**
 * Asks every engine about every case of `tools/arena/cases` and `DIR/arena`: ours over HTTP on the sandbox, and the peers of `tools/arena`
 * that are installed there (`npm --prefix tools/arena ci --ignore-scripts`). Prints one table, and each missed and accused case.
 */
export default async function arena({ data }: BenchOptions): Promise<object> {
  const given = [...(await readCases(join(ROOT, 'cases'))), ...(await readCases(join(data, 'arena')))]
  const peers = (await readdir(join(ROOT, 'engines'))).filter((file) => file.endsWith('.mjs')).sort()
  const rows: ArenaRow[] = []
  const others = given.filter(({ kind }) => kind !== 'contract')
  let contracts: readonly ArenaCase[] = given.filter(({ kind }) => kind === 'contract')
  for (const make of [redoubtEngine, ...peers.map((file) => () => peerEngine(file))]) {
    const engine = await make()
    if (engine === null) continue
    try {
      const row = await compete(engine, others)
      // Contracts come last: they age on the sandbox, and what is signed there would expire. Engines that are asked later get their addresses.
      if (engine.prepare) contracts = await engine.prepare(contracts)
      rows.push(await compete(engine, contracts, row))
    } finally {
      await engine.close?.()
    }
  }
  process.stderr.write(tableOf(rows))
  return { cases: given.length, engines: rows }
}

async function readCases(folder: string): Promise<ArenaCase[]> {
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(
    files.filter((file) => file.endsWith('.jsonl')).map((file) => readFile(join(folder, file), 'utf8')),
  )
  return parseCases(texts.join('\n'))
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
