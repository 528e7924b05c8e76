import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { KEY, SELECTOR } from './testing/guardedCode.ts'
import { tokenWrites } from './tokenWrites.ts'

const NOW = 1_780_000_000n
/** Slots: the key, a flag, the balances, the allowances, a date to come. */
const [FLAG, BALANCES, DATE] = [1n, 2n, 4n]

/** What the function of some code writes: `f(address from, uint256 n)`. */
async function writesOf(body: string) {
  const source = `${body} STOP :no 0 0 REVERT`
  const world = exploredWorld(source, {
    timestamp: NOW,
    storage: async (_account, slot) => (slot === 0n ? BigInt(KEY) : slot === DATE ? NOW + 172_800n : 0n),
  })
  const selector: Hex = `0x${SELECTOR.toString(16)}`
  const functions = [{ selector, signature: null, inputs: markedInputs(selector, 'address,uint256') }]
  return tokenWrites(world, functions, { balances: BALANCES, signal: new AbortController().signal })
}

const BY_KEY = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
const entry = (of: string, base: number | string) => `${of} 0 MSTORE ${base} 32 MSTORE 64 0 KECCAK256`
const lower = (of: string) => `${entry(of, 2)} DUP1 SLOAD 36 CALLDATALOAD SWAP1 SUB SWAP1 SSTORE`
const FROM = '4 CALLDATALOAD'
const ALLOWED = `36 CALLDATALOAD ${entry('CALLER', entry(FROM, 3))} SLOAD LT @no JUMPI`

test('a key that lowers the balance of an account that the call names is found with its key', async () => {
  const { seizures } = await writesOf(`${BY_KEY} ${lower(FROM)}`)
  assert.deepEqual(
    seizures.map(({ guards }) => guards),
    [[{ by: 'caller', holder: KEY.toLowerCase() }]],
  )
})

test('a caller that lowers its own balance takes nothing', async () => {
  assert.deepEqual((await writesOf(lower('CALLER'))).seizures, [])
})

test('an allowance is the consent of its account', async () => {
  assert.deepEqual((await writesOf(`${ALLOWED} ${lower(FROM)}`)).seizures, [])
})

test('a flag that a key sets as it likes is a word of a slot, and its value is open', async () => {
  const { words } = await writesOf(`${BY_KEY} 36 CALLDATALOAD ${FLAG} SSTORE`)
  assert.deepEqual(
    words.map(({ at, value, guards }) => ({ at, value, guards })),
    [{ at: { kind: 'slot', slot: FLAG }, value: null, guards: [{ by: 'caller', holder: KEY.toLowerCase() }] }],
  )
})

test('a number with a limit is left out, and a constant is told as it is', async () => {
  assert.deepEqual(
    (await writesOf(`${BY_KEY} 3 36 CALLDATALOAD GT @no JUMPI 36 CALLDATALOAD ${FLAG} SSTORE`)).words,
    [],
  )
  const { words } = await writesOf(`${BY_KEY} 1 ${FLAG} SSTORE`)
  assert.deepEqual(
    words.map(({ value }) => value),
    [1n],
  )
})

test('what waits for a date says so', async () => {
  const { words } = await writesOf(`${BY_KEY} ${DATE} SLOAD TIMESTAMP LT @no JUMPI 1 ${FLAG} SSTORE`)
  assert.ok(words.length > 0 && words.every(({ waits }) => waits))
})

test('a mint by the account whose hash the code has is told with that hash, and one by a known key is not', async () => {
  const raise = `${entry(FROM, 2)} DUP1 SLOAD 36 CALLDATALOAD ADD SWAP1 SSTORE`
  const hashed = `CALLER 96 SHL 0 MSTORE 20 0 KECCAK256 0x${'4a'.repeat(32)} EQ ISZERO @no JUMPI`
  const { mints } = await writesOf(`${hashed} ${raise}`)
  assert.deepEqual(
    mints.map(({ lock, guards }) => [lock?.who, lock?.other, guards]),
    [['caller', BigInt(`0x${'4a'.repeat(32)}`), [{ by: 'key-hash', holder: null }]]],
  )
  assert.deepEqual((await writesOf(`${BY_KEY} ${raise}`)).mints, [])
})
