import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, stringToHex } from 'viem/utils'
import { CannotRun } from '../cannotRun.ts'
import type { MutantCompiler } from './axes.ts'
import type { Mutant } from './drawMutants.ts'
import { type MutantWorld, mutantSource } from './mutantSource.ts'

/** Init code by contract name (`Main`, `Board`), by the id of the mutant. */
export type CompiledMutants = Record<string, Record<string, Hex>>

const TOOLS = resolve(import.meta.dirname, '../../../../tools/contracts')
/** Compiled sources of earlier runs, by their hash. */
const CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/redoubt-mutants')
/** First compiler whose metadata can be left out of the code. */
const FIRST_WITHOUT_METADATA = [8, 18] as const

/** Compiles in a child process with the compilers of tools/contracts. @throws CannotRun when they are not installed. */
export async function compileMutants(
  mutants: readonly Mutant[],
  worldOf: (mutant: Mutant) => MutantWorld,
): Promise<CompiledMutants> {
  if (!existsSync(`${TOOLS}/node_modules/solc`))
    throw new CannotRun('the compilers are not installed: npm --prefix tools/contracts ci --ignore-scripts')
  const requests = compileRequests(mutants, worldOf)
  const fileOf = (request: object) => `${CACHE}/${keccak256(stringToHex(JSON.stringify(request))).slice(2, 34)}.json`
  mkdirSync(CACHE, { recursive: true })
  const missing = requests.filter((request) => !existsSync(fileOf(request)))
  const made = missing.length === 0 ? {} : await runCompilers(missing)
  for (const request of missing) writeFileSync(fileOf(request), JSON.stringify(made[request.id]))
  const read = (request: object) => JSON.parse(readFileSync(fileOf(request), 'utf8')) as Record<string, Hex>
  return Object.fromEntries(requests.map((request) => [request.id, read(request)]))
}

/** What tools/contracts compiles: source and settings of each mutant. */
export function compileRequests(mutants: readonly Mutant[], worldOf: (mutant: Mutant) => MutantWorld) {
  return mutants.map((mutant) => ({
    id: mutant.id,
    solc: mutant.compiler.solc,
    settings: settingsOf(mutant.compiler),
    source: mutantSource(mutant, worldOf(mutant)),
  }))
}

async function runCompilers(requests: readonly object[]): Promise<CompiledMutants> {
  const child = spawn(process.execPath, [`${TOOLS}/compileMutants.ts`], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(requests))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (output === '') throw new Error(`The compiler failed: ${errors}`)
  return JSON.parse(output) as CompiledMutants
}

function settingsOf({ minor, patch, runs, viaIR }: MutantCompiler) {
  const [firstMinor, firstPatch] = FIRST_WITHOUT_METADATA
  const hasFlag = minor > firstMinor || (minor === firstMinor && patch >= firstPatch)
  return {
    optimizer: { enabled: runs !== null, runs: runs ?? 200 },
    ...(viaIR && { viaIR: true }),
    ...(minor >= 6 && { metadata: { bytecodeHash: 'none' as const, ...(hasFlag && { appendCBOR: false }) } }),
  }
}
