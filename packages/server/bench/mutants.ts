import { appendFile, rm } from 'node:fs/promises'
import { startQuietService } from '../src/testing/quietService.ts'
import type { BenchOptions } from './main.ts'
import { compileMutants } from './mutants/compileMutants.ts'
import { drawMutants, type Mutant } from './mutants/drawMutants.ts'
import { mutantFigures } from './mutants/mutantFigures.ts'
import { mutantWorld } from './mutants/mutantWorld.ts'
import { type JudgedMutant, scanMutant } from './mutants/scanMutants.ts'
import { stageMutants } from './mutants/stageMutants.ts'

const DEFAULT_COUNT = 120

/**
 * Generated contracts with a power over users, and honest twins with the same guard, arguments and place of the switch, on the sandbox's
 * Ethereum: equally old, traded and used, scanned as contracts over HTTP. Each harm and twin is first proven by transactions.
 * `--seed`, `--count` of pairs. MUTANTS_ONLY: a pattern of ids.
 */
export default async function mutants({ details, seed, count }: BenchOptions): Promise<object> {
  const drawn = drawMutants(seed ?? 1, count ?? DEFAULT_COUNT)
  const only = new RegExp(process.env.MUTANTS_ONLY ?? '')
  const chosen = drawn.filter(({ id }) => only.test(id))
  const compiled = await compileMutants(chosen, mutantWorld)
  const service = await startQuietService('test')
  if (details !== null) await rm(details, { force: true })
  const judged: JudgedMutant[] = []
  const unproven: string[] = []
  try {
    const stage = await stageMutants(await service.app.sandbox(), chosen, compiled)
    try {
      const scanned: JudgedMutant[] = []
      for (const one of chosen) {
        const row = await scanMutant(service, one)
        scanned.push(row)
        if (details !== null) await appendFile(details, `${JSON.stringify(row)}\n`)
      }
      // Proofs mine blocks and take them back, so they come after the scans.
      for (const [at, row] of scanned.entries()) {
        const harms = await stage.harms(chosen[at] as Mutant)
        if (harms === row.isHarm) judged.push(row)
        else unproven.push(row.id)
      }
    } finally {
      await stage.close()
    }
  } finally {
    await service.close()
  }
  return { seed: seed ?? 1, ...mutantFigures(judged), unproven }
}
