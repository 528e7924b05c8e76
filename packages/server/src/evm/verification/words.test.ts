import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, compilerOf, hashOf, integerOf, nameOf } from './parseAbi.ts'

test('compilers are named alike by every service', () => {
  assert.equal(compilerOf('v0.8.24+commit.e11b9ed9'), '0.8.24')
  assert.equal(compilerOf('0.4.11-nightly.2017.4.1', 'Solidity'), '0.4.11')
  assert.equal(compilerOf('vyper:0.3.7'), 'vyper 0.3.7')
  assert.equal(compilerOf('0.3.10+commit.91361694', 'Vyper'), 'vyper 0.3.10')
  for (const odd of ['', 'latest', '1.2', '0.8.24.1', 7, null]) assert.equal(compilerOf(odd), null)
})

test('names are shown as text of a stranger', () => {
  assert.equal(nameOf('Safe\u202eToken\n\u200b'), 'Safe[U+202E]Token [U+200B]')
  assert.equal(nameOf('\u200b'), '[U+200B]')
  assert.ok([...(nameOf('x'.repeat(1_000_000)) ?? '')].length <= 64)
})

test('numbers, addresses and hashes are read whole or not at all', () => {
  assert.deepEqual([integerOf('4321'), integerOf(7), integerOf('0x10'), integerOf(-1)], [4321n, 7n, null, null])
  assert.deepEqual([integerOf('9'.repeat(16)), integerOf(1e300), integerOf(1.5)], [null, null, null])
  assert.equal(addressOf(`0x${'AB'.repeat(20)}`), `0x${'ab'.repeat(20)}`)
  assert.equal(addressOf(`0x${'ab'.repeat(21)}`), null)
  assert.equal(hashOf(`0x${'ab'.repeat(20)}`), null)
})
