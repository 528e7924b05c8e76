import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { gatherGuardedPulls } from './gatherGuardedPulls.ts'
import { KEY, REGISTRY, SELECTOR } from './testing/guardedCode.ts'

const CONTRACT: Address = '0x00000000000000000000000000000000000c0de5'
const PAYING = 0xcafe0009
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

const selector = (of: string) => `${of}${'00'.repeat(28)} 0 MSTORE`
/** Two functions: the first takes, the second pays. */
const contract = (pulling: string, paying: string) =>
  `0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @take JUMPI 0 CALLDATALOAD 224 SHR ${PAYING} EQ @pay JUMPI
  :no 0 0 REVERT :take ${pulling} :pay ${paying}`
/** transferFrom(first argument, the contract, amount) of a token that the code names. */
const pulling = (amount: string) =>
  `${selector('0x23b872dd')} 4 CALLDATALOAD 4 MSTORE ADDRESS 36 MSTORE ${amount} 68 MSTORE
  0 0 100 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI`
const paying = `${selector('0xa9059cbb')} 4 CALLDATALOAD 4 MSTORE 36 CALLDATALOAD 36 MSTORE
  0 0 68 0 0 ${REGISTRY} GAS CALL ISZERO @no JUMPI STOP`
const BY_KEY = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
const ANY = '36 CALLDATALOAD'
/** What is stored about the first argument. */
const ENTRY = '4 CALLDATALOAD 1024 MSTORE 7 1056 MSTORE 64 1024 KECCAK256'

/** `key`: code of the stored account. */
async function pullsOf(code: string, key: Hex = '0x') {
  const codes: Record<Address, Hex> = { [CONTRACT]: assemble(code), [KEY]: key }
  const chain = {
    chain: 'ethereum',
    code: async (_: PinnedBlock, at: Address) => codes[at] ?? '0x',
    storage: async (_: PinnedBlock, __: Address, slot: Hex) =>
      `0x${(BigInt(slot) === 0n ? BigInt(KEY) : 0n).toString(16).padStart(64, '0')}`,
    call: async () => null,
  } as unknown as ChainSource
  const made = (of: number, types: string) => {
    return { selector: `0x${of.toString(16)}`, signature: null, arguments: types, mutability: 'nonpayable', asks: [] }
  }
  const bytecode = {
    address: CONTRACT,
    functions: [made(SELECTOR, 'address,uint256'), made(PAYING, 'address,uint256')],
    opcodes: { selfdestruct: false },
    standard: null,
    complete: true,
  } as unknown as Bytecode
  return gatherGuardedPulls(chain, { block, address: CONTRACT, bytecode }, new AbortController().signal)
}

test('a key takes tokens into the contract and pays them out by another call', async () => {
  const { pulls } = await pullsOf(contract(`${BY_KEY} ${pulling(ANY)} STOP`, `${BY_KEY} ${paying}`))
  assert.deepEqual(
    pulls.map(({ selector: of, guards }) => [of, guards]),
    [[`0x${SELECTOR.toString(16)}`, [{ by: 'caller', holder: KEY }]]],
  )
})

test('what no call pays out takes nothing, and leaves open whose it is', async () => {
  const { pulls, complete } = await pullsOf(contract(`${BY_KEY} ${pulling(ANY)} STOP`, 'STOP'))
  assert.deepEqual([pulls, complete], [[], false])
})

const AGREED = {
  'booked to its owner': `${BY_KEY} ${pulling(ANY)} ${ANY} ${ENTRY} SSTORE STOP`,
  'as much as the owner signed up for': `${BY_KEY} ${pulling(`${ENTRY} SLOAD`)} 0 ${ENTRY} SSTORE STOP`,
}
for (const [name, body] of Object.entries(AGREED))
  test(`${name}: no power of the key`, async () =>
    assert.deepEqual((await pullsOf(contract(body, `${BY_KEY} ${paying}`))).pulls, []))
