import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedCall, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { fields, fromTable, type TypedMessage, timeOr, verifierOf } from './typedMessage.ts'
import { userOperationOf } from './userOperationOf.ts'

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
