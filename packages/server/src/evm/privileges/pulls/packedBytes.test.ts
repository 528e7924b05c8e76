import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractPulls } from './contractPulls.ts'
import { TOKEN_TRANSFERS } from './explore.ts'
import { markedInputs } from './markedInput.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { fn, KEY, SELECTOR } from './testing/guardedCode.ts'

const TOKEN = `0x${'70'.repeat(20)}`
/** `f(bytes)`: an account above an amount, then another account. */
const NAMED = '68 CALLDATALOAD 96 SHR'
const AMOUNT = `68 CALLDATALOAD 0x${'ff'.repeat(12)} AND`
const OTHER = '100 CALLDATALOAD 96 SHR'
const BY_KEY = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
const call = (length: number) => `0 0 ${length} 0 0 ${TOKEN} GAS CALL ISZERO @no JUMPI`
const take = (from: string, to: string) =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${from} 4 MSTORE ${to} 36 MSTORE ${AMOUNT} 68 MSTORE ${call(100)}`
/** The token redeems its shares for an account: redeem(uint256,address,address). */
const redeem = (amount: string, to: string) =>
  `0xba087652${'00'.repeat(28)} 0 MSTORE ${amount} 4 MSTORE ${to} 36 MSTORE ADDRESS 68 MSTORE ${call(100)}`

async function pullsOf(body: string) {
  const selector = `0x${SELECTOR.toString(16)}` as const
  const world = exploredWorld(fn(`${body} STOP`), { powers: TOKEN_TRANSFERS, stays: true })
  const functions = [{ selector, signature: null, inputs: markedInputs(selector, 'bytes') }]
  const { pulls, complete } = await contractPulls(world, functions, new AbortController().signal)
  return {
    complete,
    plain: pulls.filter(({ stays }) => stays === undefined),
    kept: pulls.filter(({ stays }) => stays !== undefined),
  }
}

test('a key that moves tokens of an account in packed bytes is found with its key', async () => {
  const { plain } = await pullsOf(`${BY_KEY} ${take(NAMED, OTHER)}`)
  assert.deepEqual(
    plain.map(({ guards }) => guards),
    [[{ by: 'caller', holder: KEY.toLowerCase() }]],
  )
})

test('a hash of the caller is a key whose account is not told', async () => {
  const { plain } = await pullsOf(
    `CALLER 0 MSTORE 32 0 KECCAK256 0x${'5e'.repeat(32)} EQ ISZERO @no JUMPI ${take(NAMED, OTHER)}`,
  )
  assert.deepEqual(
    plain.map(({ guards }) => guards),
    [[{ by: 'caller', holder: null }]],
  )
})

test('a deadline that the call itself names guards nothing', async () => {
  const { plain } = await pullsOf(`${BY_KEY} 132 CALLDATALOAD TIMESTAMP GT @no JUMPI ${take(NAMED, OTHER)}`)
  assert.ok(plain.some(({ guards }) => guards.every(({ by }) => by !== 'time')))
})

test('no pull: the tokens are those of the caller, whatever the bytes name', async () => {
  const { plain, kept, complete } = await pullsOf(take('CALLER', OTHER))
  assert.deepEqual([plain, kept, complete], [[], [], true])
})

test('no pull: the token gives all of it back to its owner', async () => {
  const { plain, kept, complete } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(AMOUNT, NAMED)}`)
  assert.deepEqual([plain, kept, complete], [[], [], true])
})

test('a redemption for another account of the bytes takes the tokens', async () => {
  const { plain } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(AMOUNT, OTHER)}`)
  assert.ok(plain.length > 0)
})

test('a part that comes back is no return', async () => {
  const { plain, kept } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(`1 ${AMOUNT} SHR`, NAMED)}`)
  assert.ok(plain.length + kept.length > 0)
})
