import type { Address, Hex } from '@redoubt/risk/address.ts'
import { ENTRY_POINTS } from '@redoubt/risk/entryPoints.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf, packed } from './packedOperation.ts'

const PACKED =
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }'
const UNPACKED =
  'struct Op { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }'
/** EntryPoint 0.7 to 0.9. */
const ABI = parseAbi([
  PACKED,
  'function validatePaymasterUserOp(Packed userOp, bytes32 userOpHash, uint256 maxCost)',
  'function postOp(uint8 mode, bytes context, uint256 actualGasCost, uint256 actualUserOpFeePerGas)',
  'function getUserOpHash(Packed userOp)',
])
const ABI_06 = parseAbi([
  UNPACKED,
  'function validatePaymasterUserOp(Op userOp, bytes32 userOpHash, uint256 maxCost)',
  'function postOp(uint8 mode, bytes context, uint256 actualGasCost)',
  'function getUserOpHash(Op userOp)',
])
const DEPOSITS = parseAbi(['function balanceOf(address account)'])
/** `opSucceeded`: the account did what it was called for. */
const OP_SUCCEEDED = 0
/** Gas of an operation whose limits are left to the wallet. */
const USUAL_GAS = { call: 500_000n, verification: 300_000n, preVerification: 60_000n } as const
/** Paymasters are paid thrice the verification before EntryPoint 0.7. */
const VERIFICATIONS_06 = 3n
/** A signature that the wallet has not made yet is as long as one. */
const NO_SIGNATURE: Hex = `0x${'ff'.repeat(32)}${'7a'.repeat(32)}1c`

type Filled = UserOperation & {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  signature: Hex
}

/** The operation with what is left to the wallet filled in, because a paymaster computes with it. */
function filled(operation: UserOperation, block: PinnedBlock): Filled {
  const { signature } = operation
  return {
    ...operation,
    callGasLimit: operation.callGasLimit ?? USUAL_GAS.call,
    verificationGasLimit: operation.verificationGasLimit ?? USUAL_GAS.verification,
    preVerificationGas: operation.preVerificationGas ?? USUAL_GAS.preVerification,
    maxFeePerGas: operation.maxFeePerGas ?? block.baseFeePerGas * 2n + 1n,
    maxPriorityFeePerGas: operation.maxPriorityFeePerGas ?? 1n,
    signature: signature === undefined || signature === '0x' ? NO_SIGNATURE : signature,
  }
}

/** How a paymaster is called for one operation; null for an entry point of unknown version. */
export function paymasterCalls(operation: UserOperation, block: PinnedBlock) {
  const version = ENTRY_POINTS.get(operation.entryPoint)
  if (version === undefined) return null
  const op = filled(operation, block)
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas } = op
  const isOld = version === '0.6'
  const old = {
    sender: op.sender,
    nonce: op.nonce,
    initCode: initCodeOf(op),
    callData: op.callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    paymasterAndData: op.paymasterAndData,
    signature: op.signature,
  }
  const recent = { ...packed(op), signature: op.signature }
  const own = isOld ? 0n : gasOf(op.paymasterAndData)
  const gas = callGasLimit + verificationGasLimit * (isOld ? VERIFICATIONS_06 : 1n) + preVerificationGas + own
  const tipped = block.baseFeePerGas + maxPriorityFeePerGas
  const price = tipped < maxFeePerGas ? tipped : maxFeePerGas
  const prefund = gas * maxFeePerGas
  return {
    /** Asks the entry point for the paymaster's deposit, and what must be in it. */
    deposit: (paymaster: Address): Hex =>
      encodeFunctionData({ abi: DEPOSITS, functionName: 'balanceOf', args: [paymaster] }),
    prefund,
    /** Asks the entry point for the hash that it would sign for. */
    hash: isOld
      ? encodeFunctionData({ abi: ABI_06, functionName: 'getUserOpHash', args: [old] })
      : encodeFunctionData({ abi: ABI, functionName: 'getUserOpHash', args: [recent] }),
    validate: (hash: Hex): Hex =>
      isOld
        ? encodeFunctionData({ abi: ABI_06, functionName: 'validatePaymasterUserOp', args: [old, hash, prefund] })
        : encodeFunctionData({ abi: ABI, functionName: 'validatePaymasterUserOp', args: [recent, hash, prefund] }),
    postOp: (context: Hex, cost: bigint): Hex =>
      isOld
        ? encodeFunctionData({ abi: ABI_06, functionName: 'postOp', args: [OP_SUCCEEDED, context, cost] })
        : encodeFunctionData({ abi: ABI, functionName: 'postOp', args: [OP_SUCCEEDED, context, cost, price] }),
    /** Wei that so much gas costs, with what is paid before it runs. */
    cost: (gasUsed: bigint): bigint => (gasUsed + preVerificationGas) * price,
  }
}

/** Verification and postOp gas, packed behind the paymaster's address since EntryPoint 0.7. */
function gasOf(paymasterAndData: Hex): bigint {
  if (paymasterAndData.length < 2 + 2 * 52) return 0n
  const half = (at: number) => BigInt(`0x${paymasterAndData.slice(2 + 2 * at, 2 + 2 * (at + 16))}`)
  return half(20) + half(36)
}

/** Answer of the paymaster's validation: context for later, and whether its own signature is refused. */
export function validationOf(
  trace: CallFrame | null,
  paymaster: Address,
  data: Hex,
): { context: Hex; refused: boolean } | null {
  const frame = trace?.calls.find(({ to, input }) => to === paymaster && input === data)
  if (!frame || frame.error !== null || frame.output === null) return null
  try {
    const [context, validation] = decodeAbiParameters([{ type: 'bytes' }, { type: 'uint256' }], frame.output)
    return { context, refused: BigInt.asUintN(160, validation) === 1n }
  } catch {
    return null
  }
}
