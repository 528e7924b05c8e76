import type { Address, Hex } from '@redoubt/risk/address.ts'
import { ENTRY_POINTS } from '@redoubt/risk/entryPoints.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { type TypedMessage, verifierOf } from './typedMessage.ts'

/** Packed factory of an account with delegated code (EntryPoint 0.8). */
const DELEGATED = `0x7702${'0'.repeat(36)}`
/** Name that ERC4337Utils gives to the domain of EntryPoint 0.8 and later, which is the verifier itself. */
const DOMAIN_OF_ENTRY_POINTS = 'ERC4337'

type Member = bigint | string | undefined

/**
 * Returns the signed ERC-4337 operation, in either form (0.6 or packed). Empty when no entry point is named: the account may use
 * a format of its own, which shows no more than the call.
 */
export function userOperationOf(message: TypedMessage): { userOperation?: UserOperation } {
  const members = new Map(message.struct.members.map(({ name, value }) => [name, value as Member]))
  const bytes = (name: string) => (members.get(name) as Hex | undefined) ?? '0x'
  const number = (name: string) => (members.get(name) as bigint | undefined) ?? null
  const entryPoint = (members.get('entryPoint') as Address | undefined) ?? entryPointOf(message)
  if (entryPoint === null) return {}
  const [verificationGasLimit, callGasLimit] = halves(bytes('accountGasLimits'))
  const [maxPriorityFeePerGas, maxFeePerGas] = halves(bytes('gasFees'))
  const maker = split(bytes('initCode'))
  const factory = maker === null || maker.address === DELEGATED ? null : maker.address
  return {
    userOperation: {
      entryPoint,
      sender: members.get('sender') as Address,
      nonce: number('nonce') ?? 0n,
      factory,
      factoryData: factory === null ? '0x' : (maker?.rest ?? '0x'),
      callData: bytes('callData'),
      callGasLimit: callGasLimit ?? number('callGasLimit'),
      verificationGasLimit: verificationGasLimit ?? number('verificationGasLimit'),
      preVerificationGas: number('preVerificationGas'),
      maxFeePerGas: maxFeePerGas ?? number('maxFeePerGas'),
      maxPriorityFeePerGas: maxPriorityFeePerGas ?? number('maxPriorityFeePerGas'),
      paymaster: split(bytes('paymasterAndData'))?.address ?? null,
      paymasterAndData: bytes('paymasterAndData'),
    },
  }
}

function entryPointOf(message: TypedMessage): Address | null {
  const verifier = verifierOf(message)
  if (verifier === null) return null
  return ENTRY_POINTS.has(verifier) || message.domain.name === DOMAIN_OF_ENTRY_POINTS ? verifier : null
}

/** Splits an address from the data after it. */
function split(bytes: Hex): { address: Address; rest: Hex } | null {
  return bytes.length < 42 ? null : { address: bytes.slice(0, 42) as Address, rest: `0x${bytes.slice(42)}` }
}

/** Splits a word into two 128-bit numbers. */
function halves(word: Hex): [bigint | null, bigint | null] {
  return word.length === 66 ? [BigInt(word.slice(0, 34)), BigInt(`0x${word.slice(34)}`)] : [null, null]
}
