/**
 * Compiles trade/Trader.sol, which simulations of trades carry along, into packages/server/src/evm/trade.
 * `--check` writes nothing and exits 1 when the committed file differs from what the compiler makes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from './compile.ts'

const here = import.meta.dirname
const target = `${here}/../../packages/server/src/evm/trade/traderCode.generated.ts`
const { deployedBytecode, compiler, sourceSha256 } = compile({
  solc: 'solc',
  // As for the sandbox's contracts: code that runs under every hard fork, and depends on the source only.
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris',
    metadata: { bytecodeHash: 'none', appendCBOR: false },
  },
  file: 'trade/Trader.sol',
  contractName: 'Trader',
  read: (unit) => readFileSync(`${here}/${unit}`, 'utf8'),
})
const lines = (deployedBytecode.match(/.{1,110}/g) ?? []).map((line) => `  '${line}'`)
const text = [
  '// Made by tools/contracts/genTrader.ts from tools/contracts/trade/Trader.sol',
  `// (sha256 ${Object.values(sourceSha256)[0]}), solc ${compiler}.`,
  '',
  '/** Runtime code of the contract that reads and swaps inside simulations. */',
  `export const TRADER_CODE = (${lines.join(' +\n').trimStart()}) as \`0x\${string}\``,
  '',
].join('\n')
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('stale: traderCode.generated.ts')
  process.exitCode = 1
}
