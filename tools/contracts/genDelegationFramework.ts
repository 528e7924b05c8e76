/**
 * Copies what the tests deploy of MetaMask's delegation framework into packages/server/src/testing, as the package publishes it.
 * `--check` writes nothing and exits 1 when the committed file differs from the package.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const PACKAGE = '@metamask/delegation-abis'
const NAMES = [
  'DelegationManager',
  'EIP7702StatelessDeleGator',
  'NativeBalanceChangeEnforcer',
  'ERC20BalanceChangeEnforcer',
] as const
const target = `${import.meta.dirname}/../../packages/server/src/testing/delegationFramework.generated.json`
const { packages } = JSON.parse(readFileSync(`${import.meta.dirname}/package-lock.json`, 'utf8'))
const { version, license } = packages[`node_modules/${PACKAGE}`]
const codes = NAMES.map((name) => [name, require(`${PACKAGE}/bytecode`)[name]])
const text = `${JSON.stringify({ package: PACKAGE, version, licence: license, bytecode: Object.fromEntries(codes) }, null, 2)}\n`
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('stale: delegationFramework.generated.json')
  process.exitCode = 1
}
