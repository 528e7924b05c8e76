import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Address } from '../address.ts'
import { resemblance } from './resemblance.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))

test('three digits in front and four behind are enough, and all that agree are counted', () => {
  const known: Address = '0xabc1111111111111111111111111111111117890'
  assert.deepEqual(resemblance(known, '0xabc2222222222222222222222222222222227890'), { prefix: 3, suffix: 4 })
  assert.deepEqual(resemblance(known, '0xabc1112222222222222222222222222222117890'), { prefix: 6, suffix: 6 })
})

test('fewer are not, at either end, however many agree at the other', () => {
  const known: Address = '0xabc1111111111111111111111111111111117890'
  assert.equal(resemblance(known, '0xabd1111111111111111111111111111111117890'), null)
  assert.equal(resemblance(known, '0xabc1111111111111111111111111111111118890'), null)
  assert.equal(resemblance(known, known), null)
})

test('zeros at both ends make no look-alike of the zero address; zeros at one end do', () => {
  const zero: Address = `0x${'0'.repeat(40)}`
  assert.equal(resemblance(zero, `0x00000000${'5'.repeat(24)}00000000`), null)
  assert.deepEqual(resemblance(`0x000${'1'.repeat(33)}8ba3`, `0x000${'2'.repeat(33)}8ba3`), { prefix: 3, suffix: 4 })
})

test('it works both ways, and never counts a digit twice', () => {
  fc.assert(
    fc.property(digits(3), digits(33), digits(33), digits(4), (prefix, one, other, suffix) => {
      const a: Address = `0x${prefix}${one}${suffix}`
      const b: Address = `0x${prefix}${other}${suffix}`
      const found = resemblance(a, b)
      assert.deepEqual(found, resemblance(b, a))
      if (a === b || /^0+$/.test(prefix + suffix)) return
      assert.ok(found && found.prefix >= 3 && found.suffix >= 4 && found.prefix + found.suffix < 40)
    }),
  )
})
