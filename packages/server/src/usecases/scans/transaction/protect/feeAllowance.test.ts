import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { feeAllowanceOf } from './feeAllowance.ts'
import type { ProtectForm } from './protection.ts'

const ME: Address = `0x${'1'.repeat(40)}`
const GWEI = 10n ** 9n
const NEEDED = 500_000n
/** Four base fees of ten and a tip of three. */
const HIGHEST = 43n * GWEI
const block = { baseFeePerGas: 10n * GWEI } as PinnedBlock
const plain: Transaction = { from: ME, to: ME, value: 0n, data: '0x' }
const bundle: ProtectForm = { kind: 'bundle', account: ME, steps: [] }
const feeOf = (
  change: Partial<Transaction> = {},
  { form = bundle, given = null }: { form?: ProtectForm; given?: bigint | null } = {},
) => feeAllowanceOf(form, { transaction: { ...plain, ...change }, block, needed: NEEDED, usualTip: 3n * GWEI, given })
const operation = (change: Partial<UserOperation> = {}): ProtectForm => ({
  kind: 'user-operation',
  account: ME,
  steps: [],
  like: '0x',
  transaction: {
    ...plain,
    userOperation: {
      entryPoint: ME,
      sender: ME,
      nonce: 0n,
      factory: null,
      factoryData: '0x',
      callData: '0x',
      callGasLimit: 100_000n,
      verificationGasLimit: 300_000n,
      preVerificationGas: 60_000n,
      maxFeePerGas: 20n * GWEI,
      maxPriorityFeePerGas: GWEI,
      paymaster: null,
      paymasterAndData: '0x',
      ...change,
    },
  },
})

test('without a price it counts with four base fees and the usual tip', () => {
  assert.deepEqual(feeOf(), { usual: { allowance: NEEDED * HIGHEST, price: HIGHEST }, allowance: NEEDED * HIGHEST })
})

test('a lower price counts, and a higher one of the page does not', () => {
  assert.equal(feeOf({ maxFeePerGas: 20n * GWEI }).allowance, NEEDED * 20n * GWEI)
  assert.equal(feeOf({ gasPrice: 20n * GWEI }).allowance, NEEDED * 20n * GWEI)
  assert.equal(feeOf({ maxFeePerGas: 9_000n * GWEI }).allowance, NEEDED * HIGHEST)
  assert.equal(feeOf({ maxFeePerGas: 9_000n * GWEI, maxPriorityFeePerGas: 2n * GWEI }).usual.price, HIGHEST)
})

for (const [name, change] of Object.entries({
  'a gas price': { gasPrice: 44n * GWEI },
  'a tip': { maxFeePerGas: 9_000n * GWEI, maxPriorityFeePerGas: 34n * GWEI },
}))
  test(`${name} above what the network asks for is refused until the caller allows it`, () => {
    assert.throws(() => feeOf(change), { reason: 'fee-too-high' })
    const given = 99n * 10n ** 18n
    assert.deepEqual(feeOf(change, { given }).allowance, given)
    assert.ok(feeOf(change, { given }).usual.allowance < given)
  })

test('an operation pays for its limits, as far as they are usual', () => {
  const limits = { maxFeePerGas: 20n * GWEI }
  const gas = 100_000n + 300_000n + 60_000n + NEEDED
  assert.equal(feeOf(limits, { form: operation() }).allowance, gas * 20n * GWEI)
  for (const change of [
    { callGasLimit: 2_000_001n },
    { verificationGasLimit: 2_000_001n },
    { preVerificationGas: 10n ** 9n },
  ])
    assert.throws(() => feeOf(limits, { form: operation(change) }), { reason: 'fee-too-high' })
  assert.throws(() => feeOf({ maxFeePerGas: HIGHEST + 1n }, { form: operation() }), { reason: 'fee-too-high' })
  const left = operation({ callGasLimit: null, verificationGasLimit: null, preVerificationGas: null })
  assert.equal(feeOf(limits, { form: left }).allowance, (2n * NEEDED + 2_000_000n) * 20n * GWEI)
})

test('a Safe and an account with a paymaster pay nothing, whatever the price', () => {
  const dear = { maxFeePerGas: 9_000n * GWEI }
  const safe: ProtectForm = { kind: 'safe', account: ME, steps: [], owner: null, version: '1.4.1' }
  assert.equal(feeOf(dear, { form: safe }).allowance, 0n)
  assert.equal(feeOf(dear, { form: operation({ paymaster: ME, preVerificationGas: 10n ** 9n }) }).allowance, 0n)
})
