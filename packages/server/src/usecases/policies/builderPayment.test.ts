import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { FRIEND } from '../../domain/policy/testPolicy.ts'
import { builderPaymentOf } from './builderPayment.ts'

const GWEI = 10n ** 9n
const block = { baseFeePerGas: 10n * GWEI } as never
const plain = { from: FRIEND, to: FRIEND, value: 0n, data: '0x', gas: 100_000n } as const
const operation = (preVerificationGas: bigint, paymaster: UserOperation['paymaster'] = null) => ({
  maxFeePerGas: 20n * GWEI,
  maxPriorityFeePerGas: GWEI,
  userOperation: {
    callGasLimit: 200_000n,
    verificationGasLimit: 100_000n,
    preVerificationGas,
    paymaster,
  } as UserOperation,
})

const CASES: [title: string, fees: Partial<Transaction>, paid: bigint][] = [
  ['a network fee', { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: 2n * GWEI }, 0n],
  ['a high maximum that is not paid', { maxFeePerGas: 9_000n * GWEI, maxPriorityFeePerGas: 2n * GWEI }, 0n],
  [
    'a tip of a thousand times the fee',
    { maxFeePerGas: 99_999n * GWEI, maxPriorityFeePerGas: 9_990n * GWEI },
    10n ** 18n,
  ],
  ['a gas price of a thousand times the fee', { gasPrice: 10_000n * GWEI }, 10n ** 18n],
  ['a tip of little worth', { gas: 21_000n, gasPrice: 400n * GWEI }, 0n],
  ['a user operation', operation(60_000n), 0n],
  ['a user operation that pays its bundler', operation(100_000_000n), 100_300_000n * 11n * GWEI],
  ['the same, paid by another', operation(100_000_000n, FRIEND), 0n],
  ['no fees named', {}, 0n],
]
for (const [title, fees, paid] of CASES)
  test(`what goes to the builder: ${title}`, () =>
    assert.equal(builderPaymentOf({ ...plain, ...fees }, { block }), paid))
