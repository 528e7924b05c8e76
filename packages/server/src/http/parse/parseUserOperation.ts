import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import type { TransactionRequest, UserOperationRequest } from '../schemas/transactionBody.ts'
import { readAuthorization } from './readAuthorization.ts'
import { invalid, lower, quantity, UINT256, type WithoutNull } from './transactionMembers.ts'

const UINT128 = 2n ** 128n - 1n
/** What stands for the factory of an account whose code is delegated, as text and packed (EntryPoint 0.8). */
const DELEGATED = /^0x7702(0{36})?$/
const MARKER: Hex = `0x7702${'0'.repeat(36)}`

/**
 * Reads an ERC-4337 operation in any of its three spellings as the call that the entry point makes to the account.
 * @throws ApiError VALIDATION_ERROR for members that contradict each other, or numbers out of range.
 */
export function parseUserOperation(body: WithoutNull<TransactionRequest>, op: UserOperationRequest): Transaction {
  if (body.entryPoint === undefined)
    throw invalid(
      'body.entryPoint: missing, expected the entry point of body.userOperation, 0x followed by 40 hex digits',
    )
  const sender = lower(op.sender)
  if (body.from !== undefined && lower(body.from) !== sender)
    throw invalid('body.from: expected the sender of body.userOperation, or nothing')
  const fees = readFees(op)
  const userOperation: UserOperation = {
    entryPoint: lower(body.entryPoint),
    sender,
    callData: lower(op.callData),
    nonce: member('nonce', op.nonce, UINT256) ?? 0n,
    ...readFactory(op),
    ...readGas(op),
    ...fees,
    preVerificationGas: member('preVerificationGas', op.preVerificationGas, UINT256),
    ...readPaymaster(op),
    ...(op.signature !== undefined && op.signature !== '0x' && { signature: lower(op.signature) }),
  }
  return {
    from: sender,
    to: sender,
    value: 0n,
    data: userOperation.callData,
    ...(fees.maxFeePerGas !== null && { maxFeePerGas: fees.maxFeePerGas }),
    ...(fees.maxPriorityFeePerGas !== null && { maxPriorityFeePerGas: fees.maxPriorityFeePerGas }),
    ...readDelegation(op),
    userOperation,
  }
}

function readDelegation({ eip7702Auth, authorization }: UserOperationRequest): Pick<Transaction, 'authorizationList'> {
  if (eip7702Auth && authorization)
    throw invalid('body.userOperation.authorization: expected either eip7702Auth or authorization, not both')
  if (eip7702Auth) return { authorizationList: [readAuthorization(eip7702Auth, 'userOperation.eip7702Auth')] }
  if (authorization) return { authorizationList: [readAuthorization(authorization, 'userOperation.authorization')] }
  return {}
}

function readFactory({
  factory,
  factoryData,
  initCode,
}: UserOperationRequest): Pick<UserOperation, 'factory' | 'factoryData' | 'initCode'> {
  const given = factory ?? null
  if (given !== null && initCode !== undefined && initCode !== '0x')
    throw invalid('body.userOperation.initCode: expected either initCode or factory and factoryData, not both')
  if (given !== null)
    return DELEGATED.test(given)
      ? { ...NO_FACTORY, initCode: `${MARKER}${lower(factoryData ?? '0x').slice(2)}` }
      : { factory: lower(given), factoryData: lower(factoryData ?? '0x') }
  const split = splitAddress('initCode', initCode)
  if (split === null) return NO_FACTORY
  if (DELEGATED.test(split.address)) return { ...NO_FACTORY, initCode: `${MARKER}${split.rest.slice(2)}` }
  return { factory: split.address, factoryData: split.rest }
}

const NO_FACTORY = { factory: null, factoryData: '0x' } as const

function readGas(op: UserOperationRequest): Pick<UserOperation, 'callGasLimit' | 'verificationGasLimit'> {
  if (op.accountGasLimits === undefined)
    return {
      callGasLimit: member('callGasLimit', op.callGasLimit, UINT256),
      verificationGasLimit: member('verificationGasLimit', op.verificationGasLimit, UINT256),
    }
  if (op.callGasLimit !== undefined || op.verificationGasLimit !== undefined)
    throw invalid('body.userOperation.accountGasLimits: expected either the packed limits or the single ones, not both')
  const [verificationGasLimit, callGasLimit] = halves(op.accountGasLimits)
  return { callGasLimit, verificationGasLimit }
}

function readFees(op: UserOperationRequest): Pick<UserOperation, 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  if (op.gasFees === undefined)
    return {
      maxFeePerGas: member('maxFeePerGas', op.maxFeePerGas, UINT128),
      maxPriorityFeePerGas: member('maxPriorityFeePerGas', op.maxPriorityFeePerGas, UINT128),
    }
  if (op.maxFeePerGas !== undefined || op.maxPriorityFeePerGas !== undefined)
    throw invalid('body.userOperation.gasFees: expected either the packed fees or the single ones, not both')
  const [maxPriorityFeePerGas, maxFeePerGas] = halves(op.gasFees)
  return { maxFeePerGas, maxPriorityFeePerGas }
}

function readPaymaster(op: UserOperationRequest): Pick<UserOperation, 'paymaster' | 'paymasterAndData'> {
  const given = op.paymaster ?? null
  const packed = splitAddress('paymasterAndData', op.paymasterAndData)
  if (given !== null && packed !== null)
    throw invalid('body.userOperation.paymasterAndData: expected either paymasterAndData or paymaster, not both')
  if (packed !== null) return { paymaster: packed.address, paymasterAndData: lower(op.paymasterAndData ?? '0x') }
  if (given === null) return { paymaster: null, paymasterAndData: '0x' }
  const gas = [op.paymasterVerificationGasLimit, op.paymasterPostOpGasLimit].map((limit) =>
    (member('paymasterVerificationGasLimit', limit ?? '0', UINT128) ?? 0n).toString(16).padStart(32, '0'),
  )
  const data = lower(op.paymasterData ?? '0x').slice(2)
  return { paymaster: lower(given), paymasterAndData: `${lower(given)}${gas.join('')}${data}` }
}

/** 0.6 and packed operations write an address and what it is called with as one. */
function splitAddress(name: string, bytes: string | undefined): { address: Address; rest: Hex } | null {
  if (bytes === undefined || bytes === '0x') return null
  if (bytes.length < 42)
    throw invalid(`body.userOperation.${name}: expected an address and its data, at least 20 bytes`)
  return { address: lower(bytes.slice(0, 42)), rest: `0x${lower(bytes).slice(42)}` }
}

function halves(word: string): [bigint, bigint] {
  return [BigInt(word.slice(0, 34)), BigInt(`0x${word.slice(34)}`)]
}

function member(name: string, given: string | undefined, max: bigint): bigint | null {
  return given === undefined ? null : quantity(`userOperation.${name}`, given, max)
}
