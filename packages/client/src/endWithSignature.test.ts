import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endWithSignature } from './endWithSignature.ts'

const word = (digits: string) => digits.padStart(64, '0')
const END = {
  to: '0x1',
  data: `0x12345678${word('1')}${word('')}${word('')}${word('')}`,
  signing: {
    account: '0x2',
    typedData: { domain: {}, types: {}, primaryType: 'Permit', message: {} },
    places: [
      { part: 'v' as const, at: 36 },
      { part: 'r' as const, at: 68 },
      { part: 's' as const, at: 100 },
    ],
  },
}
const signed = (last: string, s = '22'.repeat(32)) => `0x${'aa'.repeat(32)}${s}${last}`

test('a signature goes where the end says, and nothing else changes', () => {
  const expected = { to: '0x1', data: `0x12345678${word('1')}${word('1c')}${'aa'.repeat(32)}${'22'.repeat(32)}` }
  assert.deepEqual(endWithSignature(END, signed('1c')), expected)
  // Some wallets count from 0.
  assert.deepEqual(endWithSignature(END, signed('01')), expected)
})

test('bytes that no key signed are refused, and so is an end that needs no signature', () => {
  for (const signature of ['0x', signed(''), signed('1d'), signed('1c00'), signed('zz')])
    assert.throws(() => endWithSignature(END, signature), TypeError, signature)
  const highest = '7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A'
  assert.ok(endWithSignature(END, signed('1c', `${highest}0`)))
  assert.throws(() => endWithSignature(END, signed('1c', `${highest}1`)), /upper half/)
  assert.throws(() => endWithSignature({ ...END, signing: null }, signed('1c')), TypeError)
})
