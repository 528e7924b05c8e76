/**
 * Compiles contracts/OutcomeAssertion.sol, which closes protected batches, into packages/server/src/evm/protect.
 * `--check` writes nothing and exits 1 when the committed file differs from what the compiler makes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from './compile.ts'

const root = `${import.meta.dirname}/../..`
const target = `${root}/packages/server/src/evm/protect/assertionCode.generated.ts`
const { bytecode, deployedBytecode, compiler, sourceSha256 } = compile({
  solc: 'solc',
  // Code that runs under every hard fork since Paris, and depends on the source only: its address follows from it.
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
  },
  file: 'contracts/OutcomeAssertion.sol',
  contractName: 'OutcomeAssertion',
  read: (unit) => readFileSync(`${root}/${unit}`, 'utf8'),
})
const constant = (name: string, about: string, code: string) => {
  const lines = (code.match(/.{1,110}/g) ?? []).map((line) => `  '${line}'`)
  return [`/** ${about} */`, `export const ${name} = (${lines.join(' +\n').trimStart()}) as \`0x\${string}\``, '']
}
const text = [
  '// Made by tools/contracts/genAssertion.ts from contracts/OutcomeAssertion.sol',
  `// with solc ${compiler}.`,
  '',
  '/** SHA-256 of the source. */',
  'export const ASSERTION_SOURCE_SHA256 =',
  `  '${Object.values(sourceSha256)[0]}'`,
  '',
  ...constant('ASSERTION_INIT_CODE', 'Code that the factory runs to deploy the contract.', bytecode),
  ...constant('ASSERTION_RUNTIME_CODE', 'Code of the deployed contract.', deployedBytecode),
].join('\n')
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('stale: assertionCode.generated.ts')
  process.exitCode = 1
}
