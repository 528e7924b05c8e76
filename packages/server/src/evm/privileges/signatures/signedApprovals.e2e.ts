import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { createBytecodeSource } from '../../bytecode/createBytecodeSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../../simulation/testing/simulationWorld.ts'
import { word } from '../../trade/trader.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { pullsWorld } from '../pulls/pullsWorld.ts'
import { tokenWrites } from '../pulls/tokenWrites.ts'
import { signedApprovals } from './signedApprovals.ts'

const KEY: Address = '0x4f1c02b6e79a3550c1de87f2946bb03e7a15c8d9'
const PERMIT: Hex = '0xd505accf'
const TYPES = 'address,address,uint256,uint256,uint8,bytes32,bytes32'
/** Slots: a key, the hash of one, the allowances. */
const [STORED, HASH, ALLOWANCES] = [0, 1, 3]
const entry = (of: string, base: string | number) => `${base} 32 MSTORE ${of} 0 MSTORE 64 0 KECCAK256`
const allowance = (owner: string, spender: string) => entry(spender, entry(owner, ALLOWANCES))
/** The hash of the signer, which lies at 128. */
const HASHED = '128 MLOAD 96 SHL 0 MSTORE 20 0 KECCAK256'
const account = (at: number) => `${at} CALLDATALOAD 0x${'ff'.repeat(20)} AND`

/** A token of allowances and permits; `also`: who else than the owner may sign, as a word that is true. */
const token = (also: string) =>
  assemble(`0 CALLDATALOAD 224 SHR DUP1 ${PERMIT} EQ @permit JUMPI 0xdd62ed3e EQ @allowance JUMPI :no 0 0 REVERT
  :allowance ${allowance(account(4), account(36))} SLOAD 0 MSTORE 32 0 RETURN
  :permit 128 4 0 CALLDATACOPY 128 0 KECCAK256 0 MSTORE 132 CALLDATALOAD 255 AND 32 MSTORE 164 CALLDATALOAD 64 MSTORE
  196 CALLDATALOAD 96 MSTORE 0 128 MSTORE 32 128 128 0 1 GAS STATICCALL POP 128 MLOAD ISZERO @no JUMPI
  TIMESTAMP 100 CALLDATALOAD LT @no JUMPI
  128 MLOAD ${account(4)} EQ @write JUMPI ${also} ISZERO @no JUMPI
  :write 68 CALLDATALOAD ${allowance(account(4), account(36))} SSTORE STOP`)

let world: SimulationWorld
const bytecodes = createBytecodeSource()
before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
})
after(async () => {
  await bytecodes.close()
  await world[Symbol.asyncDispose]()
})

let next = 0x70c3n
/** Who signs approvals for all holders, as the token has it. */
async function signersOf(code: Hex): Promise<string[]> {
  const signal = AbortSignal.timeout(60_000)
  const { source: chain, simulator } = world
  const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
  const storage = {
    [`0x${word(BigInt(STORED))}`]: `0x${word(KEY)}`,
    [`0x${word(BigInt(HASH))}`]: keccak256(KEY),
  } as const
  await world.chain.place({ [address]: { code, storage } })
  const block = await chain.head(signal)
  const bytecode = await bytecodes.analyse({ address, code, abi: null }, signal)
  assert.ok(bytecode)
  const { approvals } = await tokenWrites(
    pullsWorld(chain, { block, address, powers: [] }, signal),
    [{ selector: PERMIT, signature: `permit(${TYPES})`, inputs: markedInputs(PERMIT, TYPES) }],
    { balances: null, allowances: BigInt(ALLOWANCES), signal },
  )
  const powers = await signedApprovals({ chain, simulator }, { block, address, bytecode }, approvals, signal)
  return powers.flatMap(({ approves, guards }) => guards.map(({ by, holder }) => `${approves} of ${by} ${holder}`))
}

describe('approvals of every holder’s tokens', () => {
  it('are signed by the key whose hash the code has', async () => {
    const found = await signersOf(token(`${HASHED} ${keccak256(KEY)} EQ`))
    assert.deepEqual(found, ['by-signature of key-hash null'])
  })

  it('are signed by the key whose hash is stored', async () => {
    assert.deepEqual(await signersOf(token(`${HASHED} ${HASH} SLOAD EQ`)), ['by-signature of key-hash null'])
  })

  it('are signed by a stored key, and by one in the code', async () => {
    const expected = [`by-signature of signature ${KEY}`]
    assert.deepEqual(await signersOf(token(`128 MLOAD ${STORED} SLOAD EQ`)), expected)
    assert.deepEqual(await signersOf(token(`128 MLOAD ${KEY} EQ`)), expected)
  })

  it('are signed by the owner alone, or by a second key that the owner named', async () => {
    assert.deepEqual(await signersOf(token('0')), [])
    assert.deepEqual(await signersOf(token(`${entry(account(4), 9)} SLOAD 128 MLOAD EQ`)), [])
  })
})
