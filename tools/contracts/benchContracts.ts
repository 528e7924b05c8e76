import { readdirSync, readFileSync } from 'node:fs'
import { type CompilerSettings, runCompiler } from './runCompiler.ts'

/** Hard fork whose opcodes a bench's contracts use. Cancun has the blob base fee; the oldest recorded block is of London. */
const EVM_VERSIONS = { redpill: 'cancun', metamorphic: 'london' } as const
const here = import.meta.dirname

/** Compiles the contracts of a bench (`src/BENCH`): one artefact per source, as text, by file name. */
export function compileBenchContracts(bench: keyof typeof EVM_VERSIONS): Map<string, string> {
  // No metadata: bytes depend on code only.
  const settings: CompilerSettings = {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: EVM_VERSIONS[bench],
    metadata: { bytecodeHash: 'none', appendCBOR: false },
  }
  const files = readdirSync(`${here}/src/${bench}`).filter((file) => file.endsWith('.sol'))
  return new Map(
    files
      .sort()
      .map((file) => [
        `${file.slice(0, -'.sol'.length).toLowerCase()}.generated.json`,
        artefact(`src/${bench}/${file}`, settings),
      ]),
  )
}

function artefact(unit: string, settings: CompilerSettings): string {
  const read = (name: string) => readFileSync(`${here}/${name}`, 'utf8')
  const made = runCompiler({ solc: 'solc', settings, file: unit, read, strict: false })
  const contracts = Object.entries(made.contracts[unit] ?? {}).map(
    ([name, { bytecode }]) => `${JSON.stringify(name)}: ${JSON.stringify(bytecode)}`,
  )
  const members = [
    `"compiler": ${JSON.stringify(made.compiler)}`,
    `"settings": ${JSON.stringify(settings)}`,
    `"sourceSha256": ${JSON.stringify(made.sourceSha256)}`,
    `"contracts": {\n${contracts.join(',\n')}\n}`,
  ]
  return `{\n${members.join(',\n')}\n}\n`
}
