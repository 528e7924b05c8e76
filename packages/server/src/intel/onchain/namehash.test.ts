import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namehash } from './ensName.ts'

// The examples of EIP-137.
test('the nodes of eth and foo.eth', () => {
  assert.equal(namehash('eth'), '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae')
  assert.equal(namehash('foo.eth'), '0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f')
})
