import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { listedTypes, markedInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { fn, SELECTOR } from './testing/guardedCode.ts'

const TOKEN = `0x${'70'.repeat(20)}`
/** `f(address[],address)`: where its entries stand, and how many they are. */
const LIST = { types: 'address[],address', at: [100, 132, 164], count: '68 CALLDATALOAD' }
/** `f(bytes)`: words of an account above a number. */
const WORDS = { types: 'bytes', at: [68, 100, 132], count: '36 CALLDATALOAD 5 SHR' }
/** Recovered as a list of words. */
const PARTS = { ...WORDS, types: 'uint96[]' }
type Layout = typeof LIST

const accountAt = ({ types }: Layout, at: number) => `${at} CALLDATALOAD${types === LIST.types ? '' : ' 96 SHR'}`
const isCaller = (account: string) => `CALLER ${account} EQ ISZERO @no JUMPI`
/** Its entry of the list of slot 1 names the caller. */
const isNamed = (account: string) => `${account} 0 MSTORE 1 32 MSTORE CALLER 64 0 KECCAK256 SLOAD EQ ISZERO @no JUMPI`
const take = (account: string) =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${account} 4 MSTORE CALLER 36 MSTORE 5 68 MSTORE 0 0 100 0 0 ${TOKEN} GAS CALL ISZERO @no JUMPI`

/** A loop over three entries at most, which checks the entries at some places. */
function loop(layout: Layout, checked: readonly number[], check = isCaller, before = ''): string {
  const entries = layout.at.map((at, place) => {
    const account = accountAt(layout, at)
    return `${place + 1} ${layout.count} LT @end JUMPI ${checked.includes(place) ? check(account) : ''} ${take(account)}`
  })
  return fn(`${before} ${entries.join('\n')} :end STOP`)
}

async function guardsOf(source: string, types: string): Promise<string[][]> {
  const selector = `0x${SELECTOR.toString(16)}` as const
  const world = exploredWorld(source, { powers: TOKEN_TRANSFERS, stays: true })
  const inputs = markedInputs(selector, types)
  // Its code names a transfer, as static analysis tells.
  const functions = [{ selector, signature: null, inputs, second: [], listed: listedTypes(types) }]
  const { pulls } = await contractPulls(world, functions, new AbortController().signal)
  return pulls.map(({ guards }) => guards.map(({ by }) => by))
}

const OPEN = [[]]
for (const layout of [LIST, WORDS, PARTS]) {
  test(`entries that no check reaches are open to any account: ${layout.types}`, async () => {
    assert.deepEqual(await guardsOf(loop(layout, [0]), layout.types), OPEN)
    assert.deepEqual(await guardsOf(loop(layout, [0, 2]), layout.types), OPEN)
    assert.deepEqual(await guardsOf(loop(layout, [0, 1]), layout.types), OPEN)
  })

  test(`entries that are all checked are their owners': ${layout.types}`, async () => {
    assert.deepEqual(await guardsOf(loop(layout, [0, 1, 2]), layout.types), [])
    assert.deepEqual(await guardsOf(loop(layout, [0, 1, 2], isNamed), layout.types), [])
  })
}

test('entries that have to be the first one, which is the caller, are its own', async () => {
  const first = accountAt(LIST, 100)
  const isFirst = (account: string) => `${first} ${account} EQ ISZERO @no JUMPI`
  assert.deepEqual(await guardsOf(loop(LIST, [1, 2], isFirst, isCaller(first)), LIST.types), [])
})

test('a key that takes from every entry stays a key', async () => {
  const byKey = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
  assert.deepEqual(await guardsOf(loop(LIST, [], isCaller, byKey), LIST.types), [['caller']])
})

/** `f((uint256,uint256,address)[])`: kind, amount and account. Of kind 3 the account pays, of any other one its entry of the list of slot 1. */
const RECORDS = { types: '(uint256,uint256,address)[]', at: [132, 228], count: '36 CALLDATALOAD' }
function records(checked: readonly number[]): string {
  const entries = RECORDS.at.map((at, place) => {
    const account = `${at} CALLDATALOAD`
    const held = `${account} 0 MSTORE 1 32 MSTORE 64 0 KECCAK256 SLOAD`
    return `${place + 1} ${RECORDS.count} LT @end JUMPI ${checked.includes(place) ? isCaller(account) : ''}
      ${at - 64} CALLDATALOAD 3 EQ @take${place} JUMPI ${held} ${at - 32} CALLDATALOAD GT @no JUMPI @next${place} JUMP
      :take${place} ${take(account)} :next${place}`
  })
  return fn(`${entries.join('\n')} :end STOP`)
}

test('records of a list that no check reaches are open, though the caller has nothing for its own', async () => {
  assert.deepEqual(await guardsOf(records([0]), RECORDS.types), OPEN)
  assert.deepEqual(await guardsOf(records([0, 1]), RECORDS.types), [])
})
