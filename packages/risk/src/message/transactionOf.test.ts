import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concatHex, encodeFunctionData, encodePacked, parseAbi, size } from 'viem'
import type { AccountClass } from '../facts/account.ts'
import type { SignedCall } from '../facts/signedIntent.ts'
import type { Transaction, UserOperation } from '../facts/transaction.ts'
import { FRIEND, STRANGER, TRADER, USDC } from '../testing/sampleFacts.ts'
import { execution, personalText, SAFE, typedData } from '../testing/sampleMessage.ts'
import { transactionOf } from './messageCalls.ts'

const MULTI_SEND = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const { message } = typedData()
const pay: SignedCall = { to: FRIEND, value: 5n, data: '0x' }
const call: SignedCall = { to: USDC, value: 1n, data: '0x12345678' }
const batch = (...calls: SignedCall[]): SignedCall => ({
  to: MULTI_SEND,
  value: 0n,
  data: encodeFunctionData({
    abi: parseAbi(['function multiSend(bytes)']),
    args: [
      concatHex(
        calls.map(({ to, value, data, operation = 0 }) =>
          encodePacked(
            ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
            [operation, to ?? STRANGER, value, BigInt(size(data)), data],
          ),
        ),
      ),
    ],
  }),
  operation: 1,
})
const asked = { message, chain: 'ethereum', runner: 'contract' } as const
const made = (calls: SignedCall[]) => transactionOf(execution({ calls }), asked)

describe('an execution as a transaction of the account that runs it', () => {
  test('is a bundle of its calls', () => {
    const expected: Transaction = {
      from: SAFE,
      to: FRIEND,
      value: 6n,
      data: '0x12345678',
      atomic: false,
      calls: [
        { to: FRIEND, value: 5n, data: '0x' },
        { to: USDC, value: 1n, data: '0x12345678' },
      ],
    }
    assert.deepEqual(made([pay, call]), expected)
  })

  test('is the one call itself where a person’s account sends it, as that is told apart from a bundle', () => {
    const by = (runner: AccountClass | null, calls: SignedCall[]) =>
      transactionOf(execution({ account: TRADER, calls }), { ...asked, runner })
    assert.deepEqual(by('eoa', [call]), { from: TRADER, to: USDC, value: 1n, data: '0x12345678' })
    assert.equal(by('delegated-eoa', [call])?.calls, undefined)
    assert.equal(by('eoa', [pay, call])?.calls?.length, 2)
    for (const runner of ['contract', null] as const) {
      assert.equal(by(runner, [call])?.calls?.length, 1)
      assert.equal(by(runner, [call])?.atomic, true)
    }
  })

  test('opens the batches of the Safe project, which are all or nothing', () => {
    const opened = made([batch(pay, batch(call, call))])
    assert.deepEqual(
      opened?.calls?.map(({ to }) => to),
      [FRIEND, USDC, USDC],
    )
    assert.equal(opened?.atomic, true)
  })

  test('is none where foreign code runs as the account’s own, also in a batch, nor where no call is said', () => {
    const foreign: SignedCall = { to: STRANGER, value: 0n, data: '0x', operation: 1 }
    assert.equal(made([foreign]), null)
    assert.equal(made([batch(pay, foreign)]), null)
    assert.equal(made([{ ...batch(pay), to: STRANGER }]), null)
    assert.equal(made([{ ...batch(), data: '0x8d80ff0a' }]), null)
    assert.equal(made([]), null)
  })

  test('a batch that is called, not run as its own code, is one call: others’ code says what becomes of it', () => {
    const { operation: _, ...called } = batch(pay)
    assert.equal(made([called])?.calls?.[0]?.to, MULTI_SEND)
  })

  test('is none where there are more calls than are executed as one', () => {
    assert.equal(made([batch(...Array.from({ length: 101 }, () => pay))]), null)
  })

  test('is none on another network', () => {
    const on = (chainId: bigint | null) =>
      transactionOf(execution({ calls: [pay] }), { ...asked, ...typedData({ chainId }) })
    assert.equal(on(56n), null)
    assert.notEqual(on(null), null)
  })

  test('is the whole user operation, without a price that could keep it from being run', () => {
    const userOperation = {
      entryPoint: STRANGER,
      sender: SAFE,
      callData: '0x1234',
      maxFeePerGas: 1n,
    } as unknown as UserOperation
    assert.deepEqual(transactionOf(execution({ calls: [call], userOperation }), asked), {
      from: SAFE,
      to: SAFE,
      value: 0n,
      data: '0x1234',
      userOperation,
    })
  })

  test('is the transaction itself that was hidden in a message', () => {
    const transaction: Transaction = { from: TRADER, to: FRIEND, value: 1n, data: '0x' }
    const hidden = (chainId: bigint | null) =>
      transactionOf(
        { kind: 'hidden-transaction', protocol: null, verifier: null, transaction, chainId },
        { ...asked, ...personalText() },
      )
    assert.equal(hidden(1n), transaction)
    assert.equal(hidden(null), transaction)
    assert.equal(hidden(56n), null)
  })
})
