import { readFileSync } from 'node:fs'
import type { CompiledMutants } from './compileMutants.ts'
import { drawMutants, type Mutant } from './drawMutants.ts'

/** The draw whose compiled contracts are committed, for the gate. */
export const SAMPLE = { seed: 5, count: 6 } as const

/** The committed part: the same pairs as `--seed 5 --count 6`, compiled by tools/contracts/gen.ts. */
export function mutantSample(): { mutants: Mutant[]; compiled: CompiledMutants } {
  const text = readFileSync(`${import.meta.dirname}/artifacts/sample.generated.json`, 'utf8')
  const { contracts } = JSON.parse(text) as { contracts: CompiledMutants }
  return { mutants: drawMutants(SAMPLE.seed, SAMPLE.count), compiled: contracts }
}
