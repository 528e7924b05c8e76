import { ENTRY_POINTS } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedCall, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { fields, fromTable, type TypedMessage, timeOr, verifierOf } from './typedParameters.ts'

/** Packed factory of an account with delegated code (EntryPoint 0.8). */
const DELEGATED = `0x7702${'0'.repeat(36)}`

/** Name that ERC4337Utils gives to the domain of EntryPoint 0.8 and later, which is the verifier itself. */
const DOMAIN_OF_ENTRY_POINTS = 'ERC4337'

const OPERATION =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData'
const FORWARD = 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce'

type Forward = { from: Address; to: Address; value?: bigint; data: Hex; deadline?: bigint }

const known = fromTable({
  [`${FORWARD},bytes data)`]: (message) => forward(message, 'ForwardRequest'),
  [`${FORWARD},uint48 deadline,bytes data)`]: (message) => forward(message, 'ForwardRequest'),
  'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)':
    (message) => forward(message, 'Biconomy forwarder'),
  'MetaTransaction(uint256 nonce,address from,bytes functionSignature)': (message) => {
    const { from, functionSignature: data } = fields<{ from: Address; functionSignature: Hex }>(message.struct)
    return [execution(message, 'MetaTransaction', from, { to: verifierOf(message), value: 0n, data })]
  },
  'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)':
    (message) => {
      type Sponsored = { target: Address; data: Hex; user: Address; userDeadline: bigint }
      const { target: to, data, user, userDeadline } = fields<Sponsored>(message.struct)
      return [execution(message, 'Gelato relay', user, { to, value: 0n, data }, timeOr(userDeadline))]
    },
  [`${OPERATION})`]: (message) => operation(message),
  [`${OPERATION},address entryPoint)`]: (message) => operation(message),
})

/**
 * Recognises calls that another account submits and a contract runs as the signer's: forwarders (ERC-2771), meta-transactions and
 * ERC-4337 user operations, whose account runs its own call data. A request from an account, to a contract, with bytes, counts
 * under any name and with any other members (GSN, custom forwarders, operations of EntryPoint 0.6).
 */
export function relayedCalls(message: TypedMessage): SignedIntent[] | null {
  const intents = known(message)
  if (intents !== null) return intents
  const { members } = message.struct
  const member = (name: RegExp, type: RegExp) =>
    members.find((each) => name.test(each.name) && type.test(each.type))?.value
  const from = member(/^(from|user|signer|sender)$/, /^address$/) as Address | undefined
  const data = member(/^(data|callData|calldata|functionSignature)$/, /^bytes$/) as Hex | undefined
  const isOperation = member(/^initCode$/, /^bytes$/) !== undefined
  const to = isOperation ? from : (member(/^(to|target)$/, /^address$/) as Address | undefined)
  if (from === undefined || data === undefined || to === undefined) return null
  const value = member(/^value$/, /^uint/) as bigint | undefined
  const relayed = execution(message, null, from, { to, value: value ?? 0n, data })
  return [isOperation ? { ...relayed, ...userOperationOf(message) } : relayed]
}

function forward(message: TypedMessage, protocol: string): SignedIntent[] {
  const { from, to, value, data, deadline } = fields<Forward>(message.struct)
  return [execution(message, protocol, from, { to, value: value ?? 0n, data }, timeOr(deadline ?? 0n))]
}

function operation(message: TypedMessage): SignedIntent[] {
  const { sender, callData } = fields<{ sender: Address; callData: Hex }>(message.struct)
  const call = { to: sender, value: 0n, data: callData }
  return [{ ...execution(message, 'ERC-4337', sender, call), ...userOperationOf(message) }]
}

function execution(
  message: TypedMessage,
  protocol: string | null,
  account: Address,
  call: SignedCall,
  deadline: bigint | null = null,
): Extract<SignedIntent, { kind: 'execution' }> {
  return { kind: 'execution', protocol, verifier: verifierOf(message), account, calls: [call], deadline, refund: null }
}

type Member = bigint | string | undefined

/**
 * Returns the signed ERC-4337 operation, in either form (0.6 or packed). Empty when no entry point is named: the account may use
 * a format of its own, which shows no more than the call.
 */
function userOperationOf(message: TypedMessage): { userOperation?: UserOperation } {
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
