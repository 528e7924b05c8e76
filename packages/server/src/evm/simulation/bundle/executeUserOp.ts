import type { Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi } from 'viem/utils'
import { type PackedOperation, packed } from './packedOperation.ts'

/** `executeUserOp`: call data that begins with it asks for the whole operation (IAccountExecute, EntryPoint 0.7 on). */
const EXECUTE_USER_OP: Hex = '0x8dd7712f'
const ABI = parseAbi([
  'function executeUserOp((address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature) userOp,bytes32 userOpHash)',
])

/** Call data that the entry point calls the account with. */
export function executedCallData(operation: UserOperation, chain: Chain): Hex {
  const { callData } = operation
  if (!callData.startsWith(EXECUTE_USER_OP)) return callData
  const userOp = { ...packed(operation), signature: operation.signature ?? ('0x' as const) }
  return encodeFunctionData({
    abi: ABI,
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
