import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractPulls } from '../pulls/contractPulls.ts'
import { exploredWorld } from '../pulls/testing/exploredWorld.ts'
import { fn, SELECTOR } from '../pulls/testing/guardedCode.ts'
import { TOKEN_TRANSFERS } from './explore.ts'
import { markedInputs, rawInputs } from './markedInput.ts'

const TOKEN = `0x${'70'.repeat(20)}`
const account = (at: number) => `${at} CALLDATALOAD 96 SHR`
/** Pays from an account to the one at byte 20 by the amount at byte 40. */
const pay = (from: string, to = account(20), amount = '40 CALLDATALOAD') =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${from} 4 MSTORE ${to} 36 MSTORE ${amount} 68 MSTORE 0 0 100 0 0 ${TOKEN} GAS CALL ISZERO @no JUMPI STOP :no 0 0 REVERT`
/** An account that two others of the call make together. */
const MIXED = `${account(72)} ${account(100)} XOR`

async function rawPulls(source: string) {
  const world = exploredWorld(source, { powers: TOKEN_TRANSFERS })
  const raw = { selector: '0x' as const, signature: null, inputs: rawInputs() }
  const { pulls, complete } = await contractPulls(world, [raw], new AbortController().signal)
  return { open: pulls.some(({ guards }) => guards.length === 0), found: pulls.length > 0, complete }
}

for (const [what, from] of Object.entries({
  'behind an amount': account(72),
  'between other bytes': account(75),
  'of an early compiler': `72 CALLDATALOAD 0x1${'00'.repeat(12)} SWAP1 DIV`,
  'in the lower bytes of a word': `60 CALLDATALOAD 0x${'ff'.repeat(20)} AND`,
  'in two parts': '72 CALLDATALOAD 176 SHR 80 SHL 82 CALLDATALOAD 176 SHR OR',
  'copied to memory': '20 72 512 CALLDATACOPY 512 MLOAD 96 SHR',
}))
  test(`raw call data that names the payer ${what}: any account takes its tokens`, async () =>
    assert.equal((await rawPulls(pay(from))).open, true))

test('a payer whose bytes stand nowhere in the call data is not known', async () => {
  const { found, complete } = await rawPulls(pay(MIXED))
  assert.deepEqual([found, complete], [false, false])
})

for (const [what, source] of Object.entries({
  'the caller pays': pay('CALLER'),
  'the caller pays, and other bytes name a receiver': pay('CALLER', account(72)),
  'the payer of the call data has to call': `${account(72)} CALLER EQ ISZERO @no JUMPI ${pay(account(72))}`,
  'a stored account pays': pay('5 SLOAD'),
}))
  test(`no pull, and known: ${what}`, async () => {
    const { open, complete } = await rawPulls(source)
    assert.deepEqual([open, complete], [false, true])
  })

test('bytes of a function that name the payer behind an amount', async () => {
  const selector = `0x${SELECTOR.toString(16)}` as const
  // The bytes begin at 68: receiver, amount, payer.
  const body = pay(account(120), account(68), '88 CALLDATALOAD').replace(/ STOP :no.*$/, '')
  for (const [from, open] of [
    [account(120), true],
    ['CALLER', false],
  ] as const) {
    const world = exploredWorld(fn(`${body.replace(account(120), from)} STOP`), { powers: TOKEN_TRANSFERS })
    const functions = [{ selector, signature: null, inputs: markedInputs(selector, 'bytes') }]
    const { pulls } = await contractPulls(world, functions, new AbortController().signal)
    assert.equal(
      pulls.some(({ guards }) => guards.length === 0),
      open,
      from,
    )
  }
})

for (const check of [
  '92 CALLDATASIZE EQ ISZERO',
  '92 CALLDATASIZE SUB',
  'CALLDATASIZE 92 LT',
  '88 CALLDATASIZE LT ISZERO 91 CALLDATASIZE GT ISZERO OR',
])
  test(`call data of the length that the code asks for: ${check}`, async () => {
    assert.equal((await rawPulls(`${check} @no JUMPI ${pay(account(72))}`)).open, true)
    const { open, complete } = await rawPulls(`${check} @no JUMPI ${pay('CALLER')}`)
    assert.deepEqual([open, complete], [false, true])
  })
