import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { textSkeleton } from './tokenNames.ts'

const DISGUISES: Readonly<Record<string, readonly string[]>> = {
  USDC: [
    'usdc',
    'UЅDС',
    'ＵＳＤＣ',
    'U\u200bSDC',
    'U[U+200B U+2060]SDC',
    'US\u202eDC',
    'USĎÇ',
    'U5DC',
    'U$DC',
    '$USDC',
    'USD-C',
    'U S D C',
    'UՏDC',
    'USÐC',
  ],
  USDT: ['USD₮', 'UЅDΤ', 'us\u00adDT'],
  LINK: ['LiNK', 'LlNK', 'L1NK', 'link', 'ＬＩＮＫ', 'ⅬINK', 'LΙNΚ'],
  WETH: ['VVETH', 'WЕTН'],
  WBTC: ['WBTС', 'W8TC'],
  USD0: ['USDO', 'usdo'],
  AAVE: ['ΑΑVΕ', 'ᎪᎪᏙᎬ'],
  'Tether USD': ['Tеthеr USD', 'TetherUSD', 'Tether  U5D', 'tether usd\u0000'],
}
for (const [genuine, disguises] of Object.entries(DISGUISES))
  test(`${genuine} is read in each of its disguises`, () => {
    for (const disguise of disguises) assert.ok(lookAlike(disguise, genuine), disguise)
  })

test('other names stay apart, though they share most letters', () => {
  const names = ['USDC', 'USDT', 'USDC.e', 'USDC+', 'USDS', 'USDL', 'USD1', 'LUSD', 'IUSD', 'VAL', 'VAI', 'LTC', 'ITC']
  names.push('WETH', 'ETH', 'stETH', 'wstETH', 'UNI', 'UNL', 'UNIT', 'LINKA', 'AAVE', 'aUSDC', 'BTC.b', 'BTCB')
  for (const [index, name] of names.entries())
    for (const other of names.slice(index + 1)) assert.ok(!lookAlike(name, other), `${name} ${other}`)
})

test('a name of nothing visible has empty skeletons', () => {
  for (const empty of ['', '\u200b\u200d', '\u202e', ' . ', '\ud800'])
    assert.deepEqual(textSkeleton(empty), { letters: '', shapes: '' }, JSON.stringify(empty))
})

test('however a text is composed, its skeletons are the same, and nothing in them is invisible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      const skeleton = textSkeleton(text)
      assert.deepEqual(textSkeleton(text.normalize('NFD')), skeleton)
      assert.doesNotMatch(skeleton.letters + skeleton.shapes, /[\s\p{Cf}\p{Cc}]/u)
    }),
  )
})

test('a megabyte is cut before it is read', () => {
  assert.ok(textSkeleton('ﷺ'.repeat(1_000_000)).letters.length < 5_000)
})

function lookAlike(one: string, other: string): boolean {
  const [a, b] = [textSkeleton(one), textSkeleton(other)]
  return a.letters === b.letters || a.shapes === b.shapes
}
