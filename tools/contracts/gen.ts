/**
 * Compiles the sandbox chain's contracts into packages/server/src/demo/artifacts/<Name>.generated.json.
 * `--check` writes nothing and exits 1 when a committed artefact differs from what the compiler makes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type CompilerSettings, compile } from './compile.ts'
import { compileThirdParty } from './thirdParty.ts'

const here = import.meta.dirname
const artifacts = `${here}/../../packages/server/src/demo/artifacts`

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

const check = process.argv.includes('--check')
const expected = new Set(contracts.map(({ contractName }) => `${contractName}.generated.json`))
const stale = readdirSync(artifacts).filter((file) => file.endsWith('.generated.json') && !expected.has(file))
for (const contract of contracts) {
  const file = `${contract.contractName}.generated.json`
  const members = Object.entries(contract).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
  const text = `{\n${members.join(',\n')}\n}\n`
  if (!check) writeFileSync(`${artifacts}/${file}`, text)
  else if (readFileSync(`${artifacts}/${file}`, 'utf8') !== text) stale.push(file)
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}`)
  process.exitCode = 1
} else console.log(`${contracts.length} artefacts ${check ? 'are up to date' : 'written'}`)
