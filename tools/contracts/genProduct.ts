/**
 * Compiles the contracts that the product itself uses, from contracts/, into packages/server/src/evm: OutcomeAssertion closes protected
 * batches, RescueDelegate empties an account to one address.
 * `--check` writes nothing and exits 1 when a committed file differs from what the compiler makes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from './compile.ts'

const root = `${import.meta.dirname}/../..`
const evm = `${root}/packages/server/src/evm`
const CONTRACTS = [
  { name: 'OutcomeAssertion', prefix: 'ASSERTION', target: `${evm}/protect/assertionCode.generated.ts` },
  { name: 'RescueDelegate', prefix: 'RESCUE', target: `${evm}/rescue/rescueCode.generated.ts` },
]

const constant = (name: string, about: string, code: string) => {
  const lines = (code.match(/.{1,110}/g) ?? []).map((line) => `  '${line}'`)
  return [`/** ${about} */`, `export const ${name} = (${lines.join(' +\n').trimStart()}) as \`0x\${string}\``, '']
}

for (const { name, prefix, target } of CONTRACTS) {
  const { bytecode, deployedBytecode, compiler, sourceSha256 } = compile({
    solc: 'solc',
    // Code that runs under every hard fork since Paris, and depends on the source only: its address follows from it.
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
    },
    file: `contracts/${name}.sol`,
    contractName: name,
    read: (unit) => readFileSync(`${root}/${unit}`, 'utf8'),
  })
  const text = [
    `// Made by tools/contracts/genProduct.ts from contracts/${name}.sol`,
    `// with solc ${compiler}.`,
    '',
    '/** SHA-256 of the source. */',
    `export const ${prefix}_SOURCE_SHA256 =`,
    `  '${Object.values(sourceSha256)[0]}'`,
    '',
    ...constant(`${prefix}_INIT_CODE`, 'Code that the factory runs to deploy the contract.', bytecode),
    // The runtime code of a contract with immutables is that of no address.
    ...(name === 'OutcomeAssertion'
      ? constant(`${prefix}_RUNTIME_CODE`, 'Code of the deployed contract.', deployedBytecode)
      : []),
  ].join('\n')
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`stale: ${target.slice(root.length + 1)}`)
    process.exitCode = 1
  }
}
