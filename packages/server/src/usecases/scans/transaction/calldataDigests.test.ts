import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { concat, keccak256, toBytes } from 'viem/utils'
import { calldataDigests } from './calldataDigests.ts'

const TO = '0x4675c7e5baafbffbca748158becba61ef3b0a263'
/** The test case of ERC-8213: a transfer of one token of 18 decimals. */
const TRANSFER: Hex = `0xa9059cbb${TO.slice(2).padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}`
const DIGEST = '0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985'

test('the digest of the test case of ERC-8213', () => {
  assert.deepEqual(calldataDigests({ data: TRANSFER }), { calldataDigest: DIGEST, calls: null })
})

test('the digest covers the length and every byte', () => {
  const cases: Hex[] = ['0xff', '0x00', '0x0000', '0x095ea7b3', `0x${'ef'.repeat(513)}`, `${TRANSFER}00`]
  const digests = cases.map((data) => calldataDigests({ data }).calldataDigest)
  for (const [at, data] of cases.entries()) {
    const bytes = toBytes(data)
    const length = new Uint8Array(32)
    new DataView(length.buffer).setUint32(28, bytes.length)
    assert.equal(digests[at], keccak256(concat([length, bytes])), data)
  }
  assert.equal(new Set([...digests, DIGEST]).size, cases.length + 1)
})

test('no call data has no digest; the calls of a bundle have one each', () => {
  assert.deepEqual(calldataDigests({ data: '0x' }), { calldataDigest: null, calls: null })
  const call = { to: TO, value: 0n } as const
  const calls = [
    { ...call, data: TRANSFER },
    { ...call, data: '0x' as Hex },
  ]
  assert.deepEqual(calldataDigests({ data: TRANSFER, calls }), { calldataDigest: null, calls: [DIGEST, null] })
})
