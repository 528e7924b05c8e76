import { readdirSync, readFileSync } from 'node:fs'
import { type CompilerSettings, runCompiler } from './runCompiler.ts'

/** How code of that compiler usually looked. The pragma of a source, always one exact version, picks the era. */
const ERAS: Record<string, { solc: string; settings: CompilerSettings }> = {
  '0.4.26': { solc: 'solc-0.4.26', settings: { optimizer: { enabled: false, runs: 200 } } },
  '0.5.17': { solc: 'solc-0.5.17', settings: { optimizer: { enabled: true, runs: 200 } } },
  '0.6.12': { solc: 'solc-0.6.12', settings: { optimizer: { enabled: true, runs: 200 } } },
  '0.7.6': { solc: 'solc-0.7.6', settings: { optimizer: { enabled: false, runs: 200 } } },
  '0.8.4': { solc: 'solc-0.8.4', settings: { optimizer: { enabled: true, runs: 200 } } },
  '0.8.19': { solc: 'solc-0.8.19', settings: { optimizer: { enabled: true, runs: 1_000_000 } } },
  '0.8.28': { solc: 'solc', settings: { optimizer: { enabled: true, runs: 200 }, viaIR: true } },
}

const here = import.meta.dirname

/** Compiles the scan corpus: one file per pair of trap and twin, as the text of its artefact, by file name. */
export function compileCorpus(): Map<string, string> {
  const pairs = readdirSync(`${here}/src/corpus`).filter((file) => file.endsWith('.sol'))
  return new Map(pairs.sort().map((file) => [`${file.slice(0, -'.sol'.length)}.generated.json`, artefact(file)]))
}

/** What a deployment needs and no more: init code and the types of the constructor's arguments. */
function artefact(file: string): string {
  const read = (unit: string) => readFileSync(`${here}/${unit}`, 'utf8')
  const unit = `src/corpus/${file}`
  const version = /^pragma solidity (\d+\.\d+\.\d+);$/m.exec(read(unit))?.[1] ?? ''
  const era = ERAS[version]
  if (!era) throw new Error(`${file}: no compiler for version "${version}"`)
  const { solc, settings } = era
  const made = runCompiler({ solc, settings, file: unit, read, strict: false })
  const contracts = Object.values(made.contracts)
    .flatMap((ofUnit) => Object.entries(ofUnit))
    .filter(([name]) => name !== 'OldCoin')
    .map(([name, { abi, bytecode }]) => {
      const maker = abi.find((entry) => entry.type === 'constructor')
      const types = (maker?.inputs ?? []).map(({ type }) => type)
      return `${JSON.stringify(name)}: ${JSON.stringify({ constructor: types, bytecode })}`
    })
  const members = [
    `"compiler": ${JSON.stringify(made.compiler)}`,
    `"settings": ${JSON.stringify(settings)}`,
    `"sourceSha256": ${JSON.stringify(made.sourceSha256)}`,
    `"contracts": {\n${contracts.join(',\n')}\n}`,
  ]
  return `{\n${members.join(',\n')}\n}\n`
}
