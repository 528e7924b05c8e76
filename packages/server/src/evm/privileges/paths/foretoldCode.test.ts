import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { getCreate2Address, hexToBytes, keccak256, toHex } from 'viem/utils'
import { assemble, deployer } from '../../simulation/testing/assembler.ts'
import { exploredWorld } from '../pulls/testing/exploredWorld.ts'
import { explorePulls } from './explore.ts'
import type { Explored } from './explored.ts'
import { withForetoldContract } from './foretoldCode.ts'
import { TaintedBytes } from './taintedBytes.ts'

/** Keeps 7 in slot 0. */
const RUNTIME = assemble('7 0 SSTORE STOP')
const DEPLOYER = toHex(0xabcdn, { size: 20 })

/** The address of what the creation code makes, as the code of a contract computes it, and the world in which it did. */
async function computed(creation: Hex): Promise<{ account: bigint; world: Explored }> {
  const size = (creation.length - 2) / 2
  const source = `${words(creation)} ${size} 0 KECCAK256 255 248 SHL 512 MSTORE ADDRESS 96 SHL 513 MSTORE 0 533 MSTORE 565 MSTORE 85 512 KECCAK256 POP STOP`
  const world = exploredWorld(source)
  await explorePulls(world, TaintedBytes.of(new Uint8Array(68), 1))
  const made = getCreate2Address({ from: DEPLOYER, salt: toHex(0, { size: 32 }), bytecode: creation })
  return { account: BigInt(made), world }
}

/** Writes bytes to memory from its beginning, word by word. */
function words(bytes: Hex): string {
  const parts = bytes.slice(2).match(/.{1,64}/g) ?? []
  return parts.map((part, at) => `0x${part.padEnd(64, '0')} ${at * 32} MSTORE`).join(' ')
}

async function codeAt(creation: Hex): Promise<Hex | null> {
  const { account, world } = await computed(creation)
  const foretold = await withForetoldContract(world, account)
  const code = await foretold?.code(account)
  return code === undefined || code === null ? null : toHex(code.bytes)
}

test('an address that is computed from creation code says what code will be there', async () => {
  assert.equal(await codeAt(deployer(RUNTIME)), RUNTIME)
})

test('words that the creation stores are there', async () => {
  const { account, world } = await computed(deployer(RUNTIME, '5 3 SSTORE'))
  const foretold = await withForetoldContract(world, account)
  assert.equal(await foretold?.storage(account, 3n), 5n)
  assert.equal(await foretold?.storage(account, 0n), 0n)
})

const OPEN: [string, Hex][] = [
  ['copies the code of another contract', assemble('32 0 0 0x1234 EXTCODECOPY 32 0 RETURN')],
  ['deploys what another contract answers', assemble('32 0 0 0 0x1234 GAS STATICCALL POP 32 0 RETURN')],
  ['deploys what the time says', assemble('TIMESTAMP 0 MSTORE 32 0 RETURN')],
  ['keeps what another contract answers', deployer(RUNTIME, '32 0 0 0 0x1234 GAS STATICCALL POP 0 MLOAD 3 SSTORE')],
]
for (const [name, creation] of OPEN)
  test(`no code is foretold where the creation ${name}`, async () => {
    assert.equal(await codeAt(creation), null)
  })

test('no code is foretold of an address whose creation code the contract only knows by its hash', async () => {
  const creation = deployer(RUNTIME)
  const source = `255 248 SHL 512 MSTORE ADDRESS 96 SHL 513 MSTORE ${keccak256(creation)} 565 MSTORE 85 512 KECCAK256 POP STOP`
  const world = exploredWorld(source)
  await explorePulls(world, TaintedBytes.of(hexToBytes('0x00')))
  assert.equal(world.foretold.accounts.size, 0)
})
