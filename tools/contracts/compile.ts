import type { Abi, Hex } from 'viem'
import { type CompilerSettings, runCompiler } from './runCompiler.ts'

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

/** Compiles one contract. Throws the compiler's own words on any error, and on any warning in our own sources. */
export function compile(request: CompileRequest): CompiledContract {
  const { solc, settings, file, contractName } = request
  const { compiler, contracts, sourceSha256 } = runCompiler({ ...request, strict: solc === 'solc' })
  const contract = contracts[file]?.[contractName]
  if (!contract) throw new Error(`${file} has no deployable contract ${contractName}`)
  const { abi, bytecode, deployedBytecode, immutableReferences } = contract
  return {
    contractName,
    abi,
    bytecode,
    deployedBytecode,
    ...(Object.keys(immutableReferences).length > 0 && { immutableReferences }),
    compiler,
    settings,
    sourceSha256,
  }
}
