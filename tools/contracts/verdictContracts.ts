import { readdirSync, readFileSync } from 'node:fs'
import type { AbiFunction } from 'viem'
import { type CompilerOutput, type CompilerSettings, runCompiler } from './runCompiler.ts'

const OPTIMISED: CompilerSettings = { optimizer: { enabled: true, runs: 200 } }

/** Compiler of each exact version that a pragma names. */
const COMPILERS: Readonly<Record<string, { solc: string; settings: CompilerSettings }>> = {
  '0.4.26': { solc: 'solc-0.4.26', settings: OPTIMISED },
  '0.5.17': { solc: 'solc-0.5.17', settings: OPTIMISED },
  '0.6.12': { solc: 'solc-0.6.12', settings: OPTIMISED },
  '0.7.6': { solc: 'solc-0.7.6', settings: { optimizer: { enabled: true, runs: 1 } } },
  '0.8.19': { solc: 'solc-0.8.19', settings: { optimizer: { enabled: true, runs: 1_000_000 }, viaIR: true } },
  '0.8.28': { solc: 'solc', settings: OPTIMISED },
}
/** Sources whose settings differ from those of their version. */
const OWN_SETTINGS: Readonly<Record<string, CompilerSettings>> = {
  'Farm5.sol': { optimizer: { enabled: false, runs: 200 } },
}
const here = import.meta.dirname

/** Compiles the contracts of the verdicts bench: one artefact per source, as text, by file name. */
export function compileVerdictContracts(): Map<string, string> {
  const files = readdirSync(`${here}/src/verdicts`).filter((file) => file.endsWith('.sol'))
  return new Map(
    files.sort().map((file) => [`${file.slice(0, -'.sol'.length).toLowerCase()}.generated.json`, artefact(file)]),
  )
}

function artefact(file: string): string {
  const unit = `src/verdicts/${file}`
  const read = (name: string) => readFileSync(`${here}/${name}`, 'utf8')
  const version = /^pragma solidity (\d+\.\d+\.\d+);$/m.exec(read(unit))?.[1] ?? ''
  const compiler = COMPILERS[version]
  if (!compiler) throw new Error(`${file}: no compiler for version "${version}"`)
  const settings = OWN_SETTINGS[file] ?? compiler.settings
  const made = runCompiler({ solc: compiler.solc, settings, file: unit, read, strict: false })
  const contracts = Object.entries(made.contracts[unit] ?? {}).map(
    ([name, output]) => `${JSON.stringify(name)}: ${JSON.stringify(callable(output))}`,
  )
  const members = [
    `"compiler": ${JSON.stringify(made.compiler)}`,
    `"settings": ${JSON.stringify(settings)}`,
    `"sourceSha256": ${JSON.stringify(made.sourceSha256)}`,
    `"contracts": {\n${contracts.join(',\n')}\n}`,
  ]
  return `{\n${members.join(',\n')}\n}\n`
}

/** What a deployment and calls need: init code, the constructor and the functions. */
function callable({ abi, bytecode }: CompilerOutput): object {
  const entries = abi.flatMap((entry): object[] => {
    if (entry.type === 'constructor') return [{ ...entry, inputs: entry.inputs.map(plain) }]
    if (entry.type !== 'function') return []
    const { type, name, inputs, outputs, stateMutability } = entry
    return [{ type, name, stateMutability, inputs: inputs.map(plain), outputs: outputs.map(plain) }]
  })
  return { abi: entries, bytecode }
}

/** Leaves the compiler's own names of types out. */
function plain({ name, type, ...rest }: AbiFunction['inputs'][number]): object {
  return { name, type, ...('components' in rest && { components: rest.components.map(plain) }) }
}
