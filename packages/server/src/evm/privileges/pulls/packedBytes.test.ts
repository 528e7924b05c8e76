import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
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

/** Takes by plain arguments: owner, receiver, amount. */
const PLAIN = `0x23b872dd${'00'.repeat(28)} 0 MSTORE 4 CALLDATALOAD 4 MSTORE 36 CALLDATALOAD 36 MSTORE
  68 CALLDATALOAD 68 MSTORE ${call(100)}`
const kinds = ({ guards }: { guards: readonly { by: string }[] }) => guards.map(({ by }) => by).toSorted()

async function pullsOf(body: string, types = 'bytes') {
  const selector = `0x${SELECTOR.toString(16)}` as const
  const world = exploredWorld(fn(`${body} STOP`), { powers: TOKEN_TRANSFERS, stays: true })
  const functions = [{ selector, signature: null, inputs: markedInputs(selector, types) }]
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

test('a deadline that the call itself names guards nothing; one that the code names does', async () => {
  const after = (deadline: string) => `${BY_KEY} TIMESTAMP ${deadline} LT @no JUMPI ${take(NAMED, OTHER)}`
  const named = await pullsOf(after('132 CALLDATALOAD'))
  assert.deepEqual(named.plain.map(kinds), [['caller']])
  const coded = await pullsOf(after('1000000000'))
  assert.deepEqual(coded.plain.map(kinds), [['caller', 'time']])
})

test('whether a number fits its type is no guard, and no end of the search', async () => {
  const fits = (value: string, bytes: number) => `${value} DUP1 0x${'ff'.repeat(bytes)} AND EQ`
  const number = '132 CALLDATALOAD'
  for (const check of [
    `${fits(number, 4)} @no JUMPI`,
    `${fits(number, 4)} ISZERO @no JUMPI`,
    `${fits(number, 1)} ISZERO @no JUMPI`,
    `${fits(number, 1)} @no JUMPI`,
    `${fits('4 CALLDATALOAD', 16)} @no JUMPI`,
    `${number} ${number} EQ ISZERO @no JUMPI`,
    // As many as no path may lift.
    Array.from({ length: 8 }, (_, at) => `${fits(`${132 + 32 * at} CALLDATALOAD`, 1)} ISZERO @no JUMPI`).join(' '),
  ]) {
    const found = await pullsOf(`${BY_KEY} ${check} ${PLAIN}`, 'address,address,uint256,uint256[8]')
    assert.deepEqual([found.plain.map(kinds), found.complete], [[['caller']], true], check)
  }
  const never = await pullsOf(`${BY_KEY} ${number} DUP1 EQ @no JUMPI STOP`, 'address,address,uint256,uint256[8]')
  assert.deepEqual([never.plain, never.kept], [[], []])
})

test('no pull: the tokens are those of the caller, whatever the bytes name', async () => {
  const { plain, kept, complete } = await pullsOf(take('CALLER', OTHER))
  assert.deepEqual([plain, kept, complete], [[], [], true])
})

test('not known: the token may give all of it back to its owner', async () => {
  const { plain, kept, complete } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(AMOUNT, NAMED)}`)
  assert.deepEqual([plain, kept, complete], [[], [], false])
})

test('a call of the token that names the owner and the amount gives nothing back by itself', async () => {
  const named = (selector: string, who: string) =>
    `0x${selector}${'00'.repeat(28)} 0 MSTORE ${who} 4 MSTORE ${AMOUNT} 36 MSTORE 0 0 68 0 0 ${TOKEN} GAS CALL POP`
  const out = named('a9059cbb', OTHER)
  for (const call of [named('095ea7b3', NAMED), named('deadbeef', NAMED), redeem(AMOUNT, NAMED)])
    for (const then of [out, `${out} ${named('70a08231', NAMED)}`]) {
      const { plain, kept } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${call} ${then}`)
      assert.ok(plain.length + kept.length > 0, call)
    }
  const { plain, kept } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${named('095ea7b3', NAMED)}`)
  assert.ok(plain.length + kept.length > 0)
})

test('a redemption for another account of the bytes takes the tokens', async () => {
  const { plain } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(AMOUNT, OTHER)}`)
  assert.ok(plain.length > 0)
})

test('a part that comes back is no return', async () => {
  const { plain, kept } = await pullsOf(`${BY_KEY} ${take(NAMED, 'ADDRESS')} ${redeem(`1 ${AMOUNT} SHR`, NAMED)}`)
  assert.ok(plain.length + kept.length > 0)
})
