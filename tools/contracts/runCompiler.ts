import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { posix } from 'node:path'
import type { Abi, Hex } from 'viem'

export type CompilerSettings = {
  optimizer: { enabled: boolean; runs: number }
  viaIR?: boolean
  evmVersion?: string
  /** Compilers before 0.6 always append the Swarm hash of the metadata. */
  metadata?: { bytecodeHash?: 'none' | 'ipfs'; appendCBOR?: boolean }
  remappings?: string[]
}

/** One deployable contract as a compiler has it. */
export type CompilerOutput = {
  abi: Abi
  /** Init code without constructor arguments. */
  bytecode: Hex
  deployedBytecode: Hex
  /** Where constructors write immutables: with any, `deployedBytecode` is not what a deployment leaves. */
  immutableReferences: Record<string, { start: number; length: number }[]>
}

/** Before 0.5 `compile` is another function, and the one for JSON input has this longer name. */
type SolcModule = { version(): string; compile(input: string): string; compileStandardWrapper?(input: string): string }
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<
      string,
      {
        abi: Abi
        evm: {
          bytecode: { object: string }
          deployedBytecode: { object: string; immutableReferences?: CompilerOutput['immutableReferences'] }
        }
      }
    >
  >
}

const require = createRequire(import.meta.url)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Compiles one file and what it imports.
 * @param solc Package name of the compiler under node_modules: `solc`, `solc-0.8.17`.
 * @param read Text of a source unit, by its name after remapping. Throws when there is none.
 * @param strict Warnings are errors too.
 * @returns every deployable contract by source unit and name, and the SHA-256 of every unit that went in.
 * @throws Error in the compiler's own words.
 */
export function runCompiler({
  solc,
  settings,
  file,
  read,
  strict,
}: {
  solc: string
  settings: CompilerSettings
  file: string
  read: (unit: string) => string
  strict: boolean
}): {
  compiler: string
  contracts: Record<string, Record<string, CompilerOutput>>
  sourceSha256: Record<string, string>
} {
  const compiler = require(solc) as SolcModule
  const sources = collectSources(file, settings, read)
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'] } }
  const units = Object.entries(sources)
  const output = JSON.parse(
    (compiler.compileStandardWrapper ?? compiler.compile)(
      JSON.stringify({
        language: 'Solidity',
        sources: Object.fromEntries(units.map(([unit, content]) => [unit, { content }])),
        settings: { ...settings, outputSelection },
      }),
    ),
  ) as SolcOutput
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error' || strict)
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const contracts = Object.entries(output.contracts ?? {}).map(([unit, ofUnit]) => {
    const deployable = Object.entries(ofUnit).filter(([, { evm }]) => evm.bytecode.object !== '')
    return [unit, Object.fromEntries(deployable.map(([name, made]) => [name, shape(made)]))]
  })
  return {
    compiler: compiler.version(),
    contracts: Object.fromEntries(contracts),
    sourceSha256: Object.fromEntries(units.map(([unit, text]) => [unit, sha256(text)])),
  }
}

function shape({ abi, evm }: NonNullable<SolcOutput['contracts']>[string][string]): CompilerOutput {
  const { object, immutableReferences = {} } = evm.deployedBytecode
  return { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${object}`, immutableReferences }
}

/** Follows the imports from `file`. Relative imports resolve against the importing unit, others by the remappings. */
function collectSources(
  file: string,
  settings: CompilerSettings,
  read: (unit: string) => string,
): Record<string, string> {
  const sources: Record<string, string> = {}
  const remap = (unit: string) => {
    for (const [from = '', to = ''] of (settings.remappings ?? []).map((line) => line.split('='))) {
      if (unit.startsWith(from)) return to + unit.slice(from.length)
    }
    return unit
  }
  const visit = (unit: string) => {
    if (sources[unit] !== undefined) return
    const text = read(unit)
    sources[unit] = text
    for (const [, path = ''] of text.matchAll(/^import [^"']*["']([^"']+)["'];/gm)) {
      visit(path.startsWith('.') ? posix.join(posix.dirname(unit), path) : remap(path))
    }
  }
  visit(file)
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}
