import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { posix } from 'node:path'
import type { Abi, Hex } from 'viem'

export type CompilerSettings = {
  optimizer: { enabled: boolean; runs: number }
  viaIR?: boolean
  evmVersion?: string
  metadata: { bytecodeHash: 'none' | 'ipfs'; appendCBOR?: boolean }
  remappings?: string[]
}

export type CompileRequest = {
  /** Package name of the compiler under node_modules: `solc`, `solc-0.8.17`. */
  solc: string
  settings: CompilerSettings
  /** Source unit name of the file that declares the contract. */
  file: string
  contractName: string
  /** Text of a source unit, by its name after remapping. Throws when there is none. */
  read: (unit: string) => string
}

export type CompiledContract = {
  contractName: string
  abi: Abi
  /** Init code without constructor arguments. */
  bytecode: Hex
  deployedBytecode: Hex
  /** Where constructors write immutables: with any, `deployedBytecode` is not what a deployment leaves. */
  immutableReferences?: Record<string, { start: number; length: number }[]>
  compiler: string
  settings: CompilerSettings
  /** SHA-256 of every source unit that went in, by unit name. */
  sourceSha256: Record<string, string>
}

type SolcModule = { version(): string; compile(input: string): string }
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
          deployedBytecode: { object: string; immutableReferences: CompiledContract['immutableReferences'] & object }
        }
      }
    >
  >
}

const require = createRequire(import.meta.url)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Follows the imports from `file`. Relative imports resolve against the importing unit, others by the remappings. */
function collectSources(request: CompileRequest): Record<string, string> {
  const sources: Record<string, string> = {}
  const remap = (unit: string) => {
    for (const [from = '', to = ''] of (request.settings.remappings ?? []).map((line) => line.split('='))) {
      if (unit.startsWith(from)) return to + unit.slice(from.length)
    }
    return unit
  }
  const visit = (unit: string) => {
    if (sources[unit] !== undefined) return
    const text = request.read(unit)
    sources[unit] = text
    for (const [, path = ''] of text.matchAll(/^import [^"']*["']([^"']+)["'];/gm)) {
      visit(path.startsWith('.') ? posix.join(posix.dirname(unit), path) : remap(path))
    }
  }
  visit(request.file)
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Compiles one contract. Throws the compiler's own words on any error, and on any warning in our own sources. */
export function compile(request: CompileRequest): CompiledContract {
  const { settings, file, contractName } = request
  const solc = require(request.solc) as SolcModule
  const sources = collectSources(request)
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: Object.fromEntries(Object.entries(sources).map(([unit, content]) => [unit, { content }])),
        settings: {
          ...settings,
          outputSelection: { [file]: { [contractName]: ['abi', 'evm.bytecode.object', 'evm.deployedBytecode'] } },
        },
      }),
    ),
  ) as SolcOutput
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error' || request.solc === 'solc')
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const contract = output.contracts?.[file]?.[contractName]
  if (!contract?.evm.bytecode.object) throw new Error(`${file} has no deployable contract ${contractName}`)
  const { object, immutableReferences } = contract.evm.deployedBytecode
  return {
    contractName,
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}`,
    deployedBytecode: `0x${object}`,
    ...(Object.keys(immutableReferences).length > 0 && { immutableReferences }),
    compiler: solc.version(),
    settings,
    sourceSha256: Object.fromEntries(Object.entries(sources).map(([unit, text]) => [unit, sha256(text)])),
  }
}
