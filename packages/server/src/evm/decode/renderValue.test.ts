import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignature } from './abiTypes.ts'
import { renderValue } from './renderValue.ts'

const ADDRESS = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const SHOWN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const CASES: [string, unknown, string][] = [
  ['address', ADDRESS, SHOWN],
  ['uint256', 2n ** 255n, String(2n ** 255n)],
  ['int8', -5n, '-5'],
  ['bool', true, 'true'],
  ['bytes4', '0x01020304', '0x01020304'],
  ['bytes', '0x', '0x'],
  ['string', 'a, b', 'a, b'],
  ['address[]', [ADDRESS, ADDRESS], `[${SHOWN}, ${SHOWN}]`],
  ['uint256[]', [], '[]'],
  ['(address to,uint256)', [ADDRESS, 1n], `(to: ${SHOWN}, 1)`],
  ['(uint256 a,(bool b)[] c)[]', [[1n, [[true], [false]]]], '[(a: 1, c: [(b: true), (b: false)])]'],
  ['bytes', `0x${'ab'.repeat(300)}`, `0x${'ab'.repeat(256)}… (300 bytes)`],
]
for (const [type, value, expected] of CASES)
  test(`shows ${type} ${expected.slice(0, 40)}`, () => {
    const input = parseSignature(`f(${type})`).inputs[0]
    assert.ok(input)
    assert.equal(renderValue(input.type, value), expected)
  })

test('a long array is shown in part and the rest is counted', () => {
  const input = parseSignature('f(uint256[])').inputs[0]
  assert.ok(input)
  const text = renderValue(input.type, new Array(4_000).fill(123_456n))
  assert.ok(text.length < 2_100)
  assert.match(text, /… \(\d+ more\)\]$|more characters\)$/)
})
