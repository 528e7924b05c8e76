import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { CallFrame, Log, OperationOutcome, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import {
  concat,
  decodeErrorResult,
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  pad,
  parseAbi,
  toHex,
} from 'viem/utils'
import { visibleText } from '../../../lib/cleanText.ts'

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
    return visibleText(args[1], MAX_POINTS)
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

/** PackedUserOperation of EntryPoint 0.7 and later, without its signature. */
export type PackedOperation = {
  sender: Address
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hex
  preVerificationGas: bigint
  gasFees: Hex
  paymasterAndData: Hex
}

/** Returns the operation as the entry point takes it; members left to the wallet are zero. */
export function packed(operation: UserOperation): PackedOperation {
  const { sender, nonce, callData, paymasterAndData } = operation
  return {
    sender,
    nonce,
    initCode: initCodeOf(operation),
    callData,
    paymasterAndData,
    accountGasLimits: halves(operation.verificationGasLimit, operation.callGasLimit),
    preVerificationGas: operation.preVerificationGas ?? 0n,
    gasFees: halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
  }
}

/** Returns the init code: the factory and its call data, or the marker of a delegated account (EntryPoint 0.8). */
export function initCodeOf({ initCode, factory, factoryData }: UserOperation): Hex {
  return initCode ?? (factory === null ? '0x' : concat([factory, factoryData]))
}

/** Packs two 128-bit numbers into a word. */
function halves(high: bigint | null, low: bigint | null): Hex {
  const half = (value: bigint | null) => pad(toHex(value ?? 0n), { size: 16 })
  return concat([half(high), half(low)])
}

/** `executeUserOp`: call data that begins with it asks for the whole operation (IAccountExecute, EntryPoint 0.7 on). */
const EXECUTE_USER_OP: Hex = '0x8dd7712f'

const EXECUTE_USER_OP_ABI = parseAbi([
  'function executeUserOp((address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature) userOp,bytes32 userOpHash)',
])

/** Call data that the entry point calls the account with. */
export function executedCallData(operation: UserOperation, chain: Chain): Hex {
  const { callData } = operation
  if (!callData.startsWith(EXECUTE_USER_OP)) return callData
  const userOp = { ...packed(operation), signature: operation.signature ?? ('0x' as const) }
  return encodeFunctionData({
    abi: EXECUTE_USER_OP_ABI,
    functionName: 'executeUserOp',
    args: [userOp, hashOf(userOp, operation, chain)],
  })
}

/** As EntryPoint 0.7 makes it. Later ones sign typed data: an account that executes by its hash is a rarity. */
function hashOf(
  { sender, nonce, paymasterAndData, ...op }: PackedOperation,
  { entryPoint }: UserOperation,
  chain: Chain,
): Hex {
  const types = ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'] as const
  const packed = encodeAbiParameters(
    types.map((type) => ({ type })),
    [
      sender,
      nonce,
      keccak256(op.initCode),
      keccak256(op.callData),
      op.accountGasLimits,
      op.preVerificationGas,
      op.gasFees,
      keccak256(paymasterAndData),
    ],
  )
  const outer = [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }] as const
  return keccak256(encodeAbiParameters(outer, [keccak256(packed), entryPoint, BigInt(CHAIN_IDS[chain])]))
}
