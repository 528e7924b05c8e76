import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { concat, pad, toHex } from 'viem/utils'

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
