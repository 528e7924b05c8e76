import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Log, Simulation } from '@redoubt/risk/facts/execution.ts'
import { frame, STRANGER, simulation, TRADER, USDC, userOperation } from '@redoubt/risk/testing/sampleFacts.ts'
import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, pad, parseAbi } from 'viem/utils'
import { handleOpsData, operationOutcome } from './handleOps.ts'

const ABI = parseAbi([
  'error FailedOp(uint256 opIndex, string reason)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])
const gas = { callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n }
const complete = { ...gas, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, signature: '0x12' } as const
const operation = userOperation(complete)
const word = pad('0x1', { size: 32 })

const gives = (to: Address, amount: bigint): Log => ({
  address: USDC,
  topics: encodeEventTopics({ abi: ABI, eventName: 'Transfer', args: { from: TRADER, to } }) as Log['topics'],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const event = (paymaster: Address): Log => ({
  address: operation.entryPoint,
  topics: encodeEventTopics({
    abi: ABI,
    eventName: 'UserOperationEvent',
    args: { userOpHash: word, sender: TRADER, paymaster },
  }) as Log['topics'],
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, true, 77n, 9n],
  ),
})
const ran = (logs: Log[]): Simulation => simulation({ trace: frame({ logs: [], calls: [frame({ logs })] }) })
const refused = (reason: string): Simulation =>
  simulation({
    success: false,
    outcome: 'reverted',
    output: encodeErrorResult({ abi: ABI, errorName: 'FailedOp', args: [0n, reason] }),
  })

test('only what is complete, signed and for a known entry point can be handed to it', () => {
  assert.match(handleOpsData(operation, STRANGER) ?? '', /^0x765e827f/)
  const old = userOperation({ ...complete, entryPoint: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789' })
  assert.match(handleOpsData(old, STRANGER) ?? '', /^0x1fad948c/)
  assert.equal(handleOpsData(userOperation({ ...complete, signature: '0x' }), STRANGER), null)
  assert.equal(handleOpsData(userOperation({ ...complete, callGasLimit: null }), STRANGER), null)
  assert.equal(handleOpsData(userOperation({ ...complete, entryPoint: STRANGER }), STRANGER), null)
})

test('what a paymaster takes is what leaves the account besides', () => {
  const alone = ran([gives(STRANGER, 50n)])
  const outcome = operationOutcome(ran([gives(STRANGER, 50n), gives(STRANGER, 3n), event(STRANGER)]), alone, operation)
  assert.deepEqual(outcome, {
    accepted: true,
    refusal: null,
    success: true,
    fee: 77n,
    payer: STRANGER,
    charged: [{ token: USDC, amount: 3n }],
  })
})

test('the account pays where there is no paymaster, and another account’s event says nothing', () => {
  const unusedAccount: Address = `0x${'0'.repeat(40)}`
  assert.equal(operationOutcome(ran([event(unusedAccount)]), ran([]), operation)?.payer, TRADER)
  assert.equal(operationOutcome(ran([{ ...event(unusedAccount), address: STRANGER }]), ran([]), operation), null)
})

test('a refusal is told in the entry point’s words, unless the block’s gas was the reason', () => {
  assert.equal(
    operationOutcome(refused('AA25 invalid account nonce'), ran([]), operation)?.refusal,
    'AA25 invalid account nonce',
  )
  assert.equal(operationOutcome(refused('AA95 out of gas'), ran([]), operation), null)
  assert.equal(operationOutcome(simulation({ outcome: 'reverted', output: '0x' }), ran([]), operation), null)
})
