import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keccak256, toBytes } from 'viem/utils'
import { parseSignature } from '../../evm/decode/abiTypes.ts'
import { packSignatures } from './packSignatures.ts'
import { readPack } from './readPack.ts'

test('every signature is canonical, found under its selector, and written once', () => {
  const { texts, selectors } = readPack().section('signatures') as { texts: string[]; selectors: string }
  const bytes = Buffer.from(selectors, 'base64')
  assert.equal(bytes.length, texts.length * 4)
  assert.equal(new Set(texts).size, texts.length)
  for (const [row, text] of texts.entries()) {
    const selector = keccak256(toBytes(text)).slice(2, 10)
    assert.equal(bytes.toString('hex', row * 4, row * 4 + 4), selector)
    assert.equal(parseSignature(text).canonical, text)
    assert.ok(packSignatures(selector).includes(text), text)
  }
})

for (const [selector, text] of [
  ['a1903eab', 'submit(address)'],
  ['3df02124', 'exchange(int128,int128,uint256,uint256)'],
  ['4e71d92d', 'claim()'],
  ['e9fad8ee', 'exit()'],
] as const)
  test(`${selector} is ${text}`, () => assert.deepEqual(packSignatures(selector), [text]))

test('an unknown selector has no signature, at either end of the list too', () => {
  for (const selector of ['ffffffff', 'fffffffe', 'deadbeef', '', 'zzzzzzzz'])
    assert.deepEqual(packSignatures(selector), [])
})
