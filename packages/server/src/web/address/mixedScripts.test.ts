import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mixedScripts } from './parseSite.ts'

for (const [host, what] of [
  ['uniswap.org', 'Latin'],
  ['münchen-2024.de', 'Latin with marks, digits and hyphens'],
  ['пример.рф', 'Cyrillic alone'],
  ['xn--brand.пример', 'labels of different scripts'],
  ['トークンの交換.jp', 'Han, Hiragana and Katakana'],
  ['nft市場のトークン.jp', 'Latin with Japanese'],
  ['web3지갑.kr', 'Latin with Hangul'],
  ['walletไทย.th', 'Latin with Thai'],
  ['ᏣᎳᎩ.com', 'a script that few write, alone'],
] as const)
  test(`${what} is no mixture`, () => assert.deepEqual(mixedScripts(host), []))

for (const [label, scripts, what] of [
  ['met\u0430mask', ['Latin', 'Cyrillic'], 'one Cyrillic letter'],
  ['c\u03bfinbase', ['Latin', 'Greek'], 'one Greek letter'],
  ['\u13a0pple', ['Cherokee', 'Latin'], 'one Cherokee letter'],
  ['\u0430\u03bf', ['Cyrillic', 'Greek'], 'Cyrillic with Greek'],
  ['한국ひ', ['Hangul', 'Hiragana'], 'Hangul with Hiragana'],
] as const)
  test(`${what} is a mixture`, () => assert.deepEqual(mixedScripts(`app.${label}.com`), [{ label, scripts }]))
