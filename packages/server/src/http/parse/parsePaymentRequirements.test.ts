import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePaymentRequirements } from './parsePaymentRequirements.ts'

const asset = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const given = { scheme: 'exact', network: 'eip155:8453', asset, payTo, maxTimeoutSeconds: 60 }

test('both versions of x402 say the same', () => {
  const expected = {
    chainId: 8453n,
    asset: asset.toLowerCase(),
    payTo: payTo.toLowerCase(),
    amount: 10_000n,
    maxTimeoutSeconds: 60n,
  }
  const second = { ...given, amount: '10000', maxTimeoutSeconds: 60 }
  const first = {
    ...given,
    network: 'base',
    maxAmountRequired: '10000',
    maxTimeoutSeconds: 60,
    resource: 'https://a.example',
  }
  assert.deepEqual(parsePaymentRequirements(second), expected)
  assert.deepEqual(parsePaymentRequirements(first), expected)
  assert.equal(parsePaymentRequirements(undefined), null)
})

test('what cannot be compared is refused, and never left out of the comparison', () => {
  const refused: [string, object, RegExp][] = [
    ['no amount', {}, /paymentRequirements\.amount: expected/],
    ['two amounts', { amount: '1', maxAmountRequired: '2' }, /differs from maxAmountRequired/],
    ['an amount beyond 256 bits', { amount: '9'.repeat(78) }, /at most 2\^256-1/],
    ['a network without a chain id', { amount: '1', network: 'solana' }, /\.network: expected/],
    ['chain id 0', { amount: '1', network: 'eip155:0' }, /\.network: expected/],
    ['a mistyped recipient', { amount: '1', payTo: payTo.replace('C', 'c') }, /\.payTo: the checksum/],
  ]
  for (const [name, more, message] of refused)
    assert.throws(() => parsePaymentRequirements({ ...given, ...more }), message, name)
})
