import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '../address.ts'
import { TRADER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { accountsIn } from './accountsIn.ts'
import { withoutRevocations } from './withoutRevocations.ts'

const BAIT = `0x${'ba17'.repeat(10)}` as const
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const call = (selector: Hex, ...words: (bigint | string)[]): Hex => `${selector}${words.map(word).join('')}` as Hex

const CASES: [string, Hex, boolean][] = [
  ['an approval of nothing', call('0x095ea7b3', BAIT, 0n), false],
  ['an operator that is removed', call('0xa22cb465', BAIT, 0n), false],
  ['a lower allowance', call('0xa457c2d7', BAIT, 5n), false],
  ['an approval of nothing in Permit2', call('0x87517c45', UNKNOWN_CONTRACT, BAIT, 0n, 9n), false],
  ['an approval', call('0x095ea7b3', BAIT, 1n), true],
  ['an operator', call('0xa22cb465', BAIT, 1n), true],
  ['a transfer of nothing', call('0xa9059cbb', BAIT, 0n), true],
  ['call data that ends before the amount', call('0x095ea7b3', BAIT), true],
]

const isCounted = (token: string) => token === UNKNOWN_CONTRACT

test('an approval of 0 of a token that may count items names the account, and ends an operator all the same', () => {
  const named = (data: Hex) =>
    accountsIn(withoutRevocations({ from: TRADER, to: UNKNOWN_CONTRACT, value: 0n, data }, () => false)).includes(BAIT)
  assert.equal(named(call('0x095ea7b3', BAIT, 0n)), true)
  assert.equal(named(call('0xa22cb465', BAIT, 0n)), false)
})

for (const [name, data, names] of CASES)
  test(`${name} ${names ? 'names' : 'gives nothing to'} the account`, () => {
    const single = { from: TRADER, to: UNKNOWN_CONTRACT, value: 0n, data }
    assert.equal(accountsIn(withoutRevocations(single, isCounted)).includes(BAIT), names)
    const other = { to: UNKNOWN_CONTRACT, value: 0n, data: call('0x095ea7b3', UNKNOWN_CONTRACT, 0n) }
    const bundle = { ...single, data: `${data}${other.data.slice(2)}` as Hex, calls: [other, { ...other, data }] }
    assert.equal(accountsIn(withoutRevocations(bundle, isCounted)).includes(BAIT), names)
  })
