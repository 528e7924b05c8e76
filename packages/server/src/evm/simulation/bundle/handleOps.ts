import type { Address, Hex } from '@redoubt/risk/address.ts'
import { ENTRY_POINTS } from '@redoubt/risk/entryPoints.ts'
import type { CallFrame, Log, OperationOutcome, Simulation } from '@redoubt/risk/execution.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { decodeErrorResult, decodeEventLog, encodeFunctionData, parseAbi } from 'viem/utils'
import { cleanText } from '../../../lib/cleanText.ts'
import { initCodeOf, packed } from './packedOperation.ts'

/** EntryPoint 0.7 to 0.9; the events and errors are 0.6's too. */
const ABI = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
])
const ABI_06 = parseAbi([
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function handleOps(UserOperation[] ops, address beneficiary)',
])
/** ERC-20's Transfer. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MAX_POINTS = 120
/** The block's gas was below the requested limits: this proves nothing about the operation. */
const TOO_LITTLE_GAS = /^AA95/

/**
 * Call data with which the entry point does the whole operation: makes and asks the account, takes the fee, lets the
 * paymaster charge. Null without a signature, with gas or fees left to the wallet, and for an unknown entry point.
 */
export function handleOpsData(operation: UserOperation, beneficiary: Address): Hex | null {
  const version = ENTRY_POINTS.get(operation.entryPoint)
  const { sender, nonce, callData, paymasterAndData, signature = '0x' } = operation
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = operation
  if (version === undefined || signature === '0x') return null
  if (callGasLimit === null || verificationGasLimit === null || preVerificationGas === null) return null
  if (maxFeePerGas === null || maxPriorityFeePerGas === null) return null
  if (version !== '0.6')
    return encodeFunctionData({
      abi: ABI,
      functionName: 'handleOps',
      args: [[{ ...packed(operation), signature }], beneficiary],
    })
  const gas = { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas }
  const op = { sender, nonce, initCode: initCodeOf(operation), callData, ...gas, paymasterAndData, signature }
  return encodeFunctionData({ abi: ABI_06, functionName: 'handleOps', args: [[op], beneficiary] })
}

/**
 * What the entry point made of the operation. Null when the run does not tell.
 * @param alone the account called without fee; the calls of its paymaster do not count: what it gives away besides is charged for the operation.
 */
export function operationOutcome(
  { outcome, output, trace }: Simulation,
  alone: Simulation,
  { entryPoint, sender, paymaster }: UserOperation,
): OperationOutcome | null {
  if (outcome === 'reverted') {
    const refusal = refusalOf(output)
    if (refusal === null || TOO_LITTLE_GAS.test(refusal)) return null
    return { accepted: false, refusal, success: false, fee: null, payer: null, charged: [] }
  }
  if (outcome !== 'succeeded' || trace === null) return null
  for (const log of logsOf(trace)) {
    if (log.address !== entryPoint) continue
    const event = read(log)
    if (event?.sender.toLowerCase() !== sender) continue
    const payer = BigInt(event.paymaster) === 0n ? sender : (event.paymaster.toLowerCase() as Address)
    const charged =
      event.success && alone.trace
        ? chargesOf(logsOf(trace), logsOf(withoutPaymaster(alone.trace, paymaster)), sender)
        : []
    return { accepted: true, refusal: null, success: event.success, fee: event.actualGasCost, payer, charged }
  }
  return null
}

/** Its calls stand beside the account's, at the top. */
function withoutPaymaster(trace: CallFrame, paymaster: Address | null): CallFrame {
  return { ...trace, calls: trace.calls.filter(({ to }) => paymaster === null || to !== paymaster) }
}

/** Tokens that leave the account in one run but not in the other. */
function chargesOf(logs: Log[], without: Log[], sender: Address): OperationOutcome['charged'] {
  const before = given(without, sender)
  return [...given(logs, sender)].flatMap(([token, amount]) => {
    const more = amount - (before.get(token) ?? 0n)
    return more > 0n ? [{ token, amount: more }] : []
  })
}

function given(logs: Log[], sender: Address): Map<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const { address, topics, data } of logs) {
    const [event, from] = topics
    if (event !== TRANSFER || topics.length !== 3 || from?.slice(26) !== sender.slice(2) || data.length !== 66) continue
    sums.set(address, (sums.get(address) ?? 0n) + BigInt(data))
  }
  return sums
}

function refusalOf(output: Hex): string | null {
  try {
    const { args } = decodeErrorResult({ abi: ABI, data: output })
    return cleanText(args[1], MAX_POINTS)
  } catch {
    return null
  }
}

function read({ topics, data }: Log) {
  try {
    return decodeEventLog({ abi: ABI, eventName: 'UserOperationEvent', topics: topics as [Hex, ...Hex[]], data }).args
  } catch {
    return null
  }
}

function logsOf({ logs, calls }: CallFrame): Log[] {
  return [...logs, ...calls.flatMap(logsOf)]
}
