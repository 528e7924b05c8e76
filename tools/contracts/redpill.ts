import { readdirSync, readFileSync } from 'node:fs'
import { type CompilerSettings, runCompiler } from './runCompiler.ts'

/** Cancun, for the blob base fee and transient storage. No metadata: bytes depend on code only. */
const settings: CompilerSettings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}
const here = import.meta.dirname

/** Compiles the contracts of the `redpill` bench: one artefact per source, as text, by file name. */
export function compileRedpill(): Map<string, string> {
  const files = readdirSync(`${here}/src/redpill`).filter((file) => file.endsWith('.sol'))
  return new Map(
    files.sort().map((file) => [`${file.slice(0, -'.sol'.length).toLowerCase()}.generated.json`, artefact(file)]),
  )
}

function artefact(file: string): string {
  const unit = `src/redpill/${file}`
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
