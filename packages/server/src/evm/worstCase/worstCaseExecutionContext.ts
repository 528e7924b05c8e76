import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage, TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import type { WorstCaseExecutionStep } from '@redoubt/risk/facts/worstCaseExecution.ts'
import { concat, encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, stringToHex } from 'viem/utils'
import { wordAt } from '../decode/callData.ts'
import { HOLDING } from '../decode/readState.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'

/** Inputs for building a worst-case execution: its message, and the chain at the pinned block. */
export type WorstCaseExecutionContext = {
  chain: ChainSource
  simulator: Simulator
  block: PinnedBlock
  message: SignedMessage
  signal: AbortSignal
  /** Functions of a contract, by its ABI or its code; null where it has none. */
  functionsOf?: (contract: Address) => Promise<readonly ContractFunction[] | null>
}

/** Steps to run for one intent. `otherwise` runs in its place when one of its steps fails. */
export type WorstCaseExecutionPlan = {
  steps: WorstCaseExecutionStep[]
  notRun: string | null
  worthless?: string
  heldBack?: string
  /** Its verifier accepts the same signature again and again. */
  reused?: true
  /** State overrides before the steps: the funds of a made-up buyer. */
  overrides?: StateOverrides
  otherwise?: WorstCaseExecutionPlan
  /** Seconds after the next block at which the steps are made. Absent: in the next block. */
  seconds?: bigint
}

export type IntentOf<Kind extends SignedIntent['kind']> = Extract<SignedIntent, { kind: Kind }>

/** Sender of a signature that any account may use: no known key, and no code on any network. */
export const ANY_ACCOUNT: Address = '0x0000000000000000000000000000000000a11b0d'

export const EMPTY_PLAN: WorstCaseExecutionPlan = { steps: [], notRun: null }

/** One step: a call without value unless it says so. */
export function step(why: string, from: Address, to: Address, data: Hex, value = 0n): WorstCaseExecutionStep {
  return { why, transaction: { from, to, value, data } }
}

/** What worst-case executions call, each as its standard or its project has it. */
export const WORST_CASE_ABI = parseAbi([
  // ERC-20, ERC-721, ERC-1155
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amountOrId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  // EIP-2612, EIP-3009
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  // Permit2's nonces of signature transfers
  'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
  // Safe
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function approveHash(bytes32 hash)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  // Seaport
  'function getCounter(address offerer) view returns (uint256)',
])

/** Permit2's AllowanceTransfer: its `approve` and `transferFrom` are other functions than ERC-20's of the same names. */
export const PERMIT2_ABI = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])

/** First word of what a contract answers at the block; null when it has no answer. */
export async function readNumber(
  { chain, block, signal }: WorstCaseExecutionContext,
  to: Address,
  data: Hex,
): Promise<bigint | null> {
  return wordAt(await chain.ask(block, { to, data, ...HOLDING }, signal))
}

/** The signed struct; null when the message is no typed data. */
export function structOf({ form }: SignedMessage): TypedStruct | null {
  return form.type === 'typed-data' ? form.struct : null
}

/** A member of the struct; null when there is none of the name. */
export function fieldOf(struct: TypedStruct | null, name: string): TypedValue {
  return struct?.members.find((member) => member.name === name)?.value ?? null
}

/** An integer member; null when there is none. */
export function integerOf(struct: TypedStruct | null, name: string): bigint | null {
  const value = fieldOf(struct, name)
  return typeof value === 'bigint' ? value : null
}

/**
 * Why a verifier that tells its EIP-712 domain would refuse this signature; null when it would not, or does not tell. What it
 * would hash itself (its own separator, the signed struct) is compared with what is signed, so a domain in an odd order of
 * members is judged as the contract does.
 */
export async function domainRefusal(context: WorstCaseExecutionContext, verifier: Address): Promise<string | null> {
  const { chain, block, message, signal } = context
  if ((await chain.code(block, verifier, signal)) === '0x') return 'there is no contract that would accept it'
  const data = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'DOMAIN_SEPARATOR' })
  const separator = await chain.ask(block, { to: verifier, data, ...HOLDING }, signal)
  const signed = message.form.type === 'typed-data' ? message.form.digest : null
  const structHash = flatStructHash(message)
  if (separator === null || separator.length !== 66 || signed === null || structHash === null) return null
  const expected = keccak256(concat(['0x1901', separator, structHash]))
  return expected === signed ? null : 'the contract that checks it has another EIP-712 domain'
}

/** EIP-712 hash of a struct whose members are all of fixed size, as those of permits are; null for others. */
export function flatStructHash({ form }: Pick<SignedMessage, 'form'>): Hex | null {
  if (form.type !== 'typed-data') return null
  const { encodedType, struct } = form
  if (!struct.members.every(({ type }) => /^(u?int\d*|address|bool|bytes([1-9]|[12]\d|3[0-2]))$/.test(type)))
    return null
  try {
    const types = [{ type: 'bytes32' }, ...struct.members.map(({ type }) => ({ type }))]
    const values = [keccak256(stringToHex(encodedType)), ...struct.members.map(({ value }) => value)]
    return keccak256(encodeAbiParameters(types, values))
  } catch {
    return null
  }
}
