import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resemblance } from '@redoubt/risk/accounts/resemblance.ts'
import type { Address } from '@redoubt/risk/address.ts'
import fc from 'fast-check'
import { createLookalikeIndex } from './lookalikeIndex.ts'

const ROUTER: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const BAIT: Address = '0x7a25000000000000000000000000000000f2488d'
// Few digits, so that addresses resemble each other by chance.
const address = fc.stringMatching(/^[01]{8}[0-3]{24}[01]{8}$/).map((digits): Address => `0x${digits}`)

test('an address that begins and ends like a known one is found, in any case', () => {
  const index = createLookalikeIndex([ROUTER.toUpperCase().replace('0X', '0x') as Address])
  assert.deepEqual(index.similarTo(BAIT), [{ address: ROUTER, prefix: 5, suffix: 6 }])
  assert.deepEqual(index.similarTo(`0x${BAIT.slice(2).toUpperCase()}`), index.similarTo(BAIT))
})

test('a known address imitates no other, however much it resembles another', () => {
  assert.deepEqual(createLookalikeIndex([ROUTER, BAIT]).similarTo(BAIT), [])
})

test('those with most digits in common come first', () => {
  const near: Address = '0x7a26000000000000000000000000000000e2488d'
  const index = createLookalikeIndex([`0x7a2${'1'.repeat(33)}488d`, near, ROUTER])
  assert.deepEqual(
    index.similarTo(BAIT).map(({ prefix, suffix }) => prefix + suffix),
    [11, 8, 7],
  )
})

test('it finds exactly what comparing with every known address finds', () => {
  fc.assert(
    fc.property(fc.array(address), address, (known, asked) => {
      const expected = known.includes(asked) ? [] : [...new Set(known)].filter((one) => resemblance(asked, one))
      const found = createLookalikeIndex(known).similarTo(asked)
      assert.deepEqual(new Set(found.map((one) => one.address)), new Set(expected))
      for (const { address: similar, ...digits } of found) assert.deepEqual(digits, resemblance(asked, similar))
    }),
  )
})

test('an empty index knows no address', () => {
  assert.deepEqual(createLookalikeIndex([]).similarTo(BAIT), [])
})
