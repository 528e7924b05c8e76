/**
 * Compiles the sandbox chain's contracts into packages/server/src/sandbox/artifacts/<Name>.generated.json, and the scan
 * corpus into packages/server/src/sandbox/corpus/artifacts/<pair>.generated.json; the contracts of the redpill, metamorphic,
 * verdicts and mutants benches into packages/server/bench/<bench>/artifacts.
 * `--check` writes nothing and exits 1 when a committed artefact differs from what the compiler makes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compileBenchContracts } from './benchContracts.ts'
import { compile } from './compile.ts'
import { compileCorpus } from './corpus.ts'
import { compileMutantSample } from './mutantSample.ts'
import type { CompilerSettings } from './runCompiler.ts'
import { compileThirdParty } from './thirdParty.ts'
import { compileVerdictContracts } from './verdictContracts.ts'

const here = import.meta.dirname

/** Paris has no PUSH0, so the code runs under every hard fork the sandbox uses. No metadata: bytes depend on code only. */
const settings: CompilerSettings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

const own = readdirSync(`${here}/src`)
  .filter((file) => file.endsWith('.sol'))
  .sort()
  .map((file) =>
    compile({
      solc: 'solc',
      settings,
      file: `src/${file}`,
      contractName: file.slice(0, -'.sol'.length),
      read: (unit) => readFileSync(`${here}/${unit}`, 'utf8'),
    }),
  )
const contracts = [...own, ...compileThirdParty()]
const textOf = (contract: object) => {
  const members = Object.entries(contract).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  return `{\n${members.join(',\n')}\n}\n`
}

const check = process.argv.includes('--check')
const demo = `${here}/../../packages/server/src/sandbox`
const folders: [string, Map<string, string>][] = [
  [`${demo}/artifacts`, new Map(contracts.map((made) => [`${made.contractName}.generated.json`, textOf(made)]))],
  [`${demo}/corpus/artifacts`, compileCorpus()],
  [`${demo}/../../bench/redpill/artifacts`, compileBenchContracts('redpill')],
  [`${demo}/../../bench/metamorphic/artifacts`, compileBenchContracts('metamorphic')],
  [`${demo}/../../bench/verdicts/artifacts`, compileVerdictContracts()],
  [`${demo}/../../bench/mutants/artifacts`, compileMutantSample()],
]
const stale: string[] = []
for (const [folder, files] of folders) {
  const kept = readdirSync(folder).filter((file) => file.endsWith('.generated.json'))
  stale.push(...kept.filter((file) => !files.has(file)))
  for (const [file, text] of files) {
    if (!check) writeFileSync(`${folder}/${file}`, text)
    else if (!kept.includes(file) || readFileSync(`${folder}/${file}`, 'utf8') !== text) stale.push(file)
  }
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}`)
  process.exitCode = 1
} else {
  const count = folders.reduce((sum, [, files]) => sum + files.size, 0)
  console.log(`${count} artefacts ${check ? 'are up to date' : 'written'}`)
}
