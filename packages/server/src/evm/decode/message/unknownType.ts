import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedCall, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { TypedStruct, TypedValue } from '@redoubt/risk/facts/signedMessage.ts'
import { decodeCall } from '../decodeCall.ts'
import { named, type TypedMessage, verifierOf } from './typedParameters.ts'

const MAX_NAMED = 64
const MAX_CALLS = 16
const MAX_VISITED = 4_096
const AMOUNT = /amount|value|price|quantity|qty|balance|wad$/i
const NO_AMOUNT = /nonce|salt|time|deadline|expir|gas|bps|percent/i
const TOKEN = /token|asset|currency|coin|collection|erc20|erc721|erc1155/i
const RECEIVER = /^to$|target|contract|dest|callee|module/i
const DEADLINE = /deadline|expir|valid_?(until|to|before|till)|end_?time|^end$/i

type Unknown = SignedIntent & { kind: 'unknown' }
type Walk = Pick<Unknown, 'addresses' | 'moves' | 'deadline'> & { calls: SignedCall[]; visited: number }

/**
 * Describes an unknown type by its members: its addresses, amounts (of the token named beside them), and its latest deadline.
 * Bytes that are a call of a known function add an execution: a contract may run it.
 */
export function unknownType(message: TypedMessage): SignedIntent[] {
  const walk: Walk = { addresses: [], moves: [], deadline: null, calls: [], visited: 0 }
  visit(message.struct, '', walk, verifierOf(message))
  const { addresses, moves, deadline, calls } = walk
  const common = { protocol: null, verifier: verifierOf(message) }
  const unknown: SignedIntent = { kind: 'unknown', ...common, addresses, moves, deadline }
  if (calls.length === 0) return [unknown]
  return [unknown, { kind: 'execution', ...common, account: message.account, calls, deadline, refund: null }]
}

function visit(struct: TypedStruct, prefix: string, walk: Walk, verifier: Address | null): void {
  const beside = (name: RegExp) =>
    struct.members.find((each) => each.type === 'address' && name.test(each.name))?.value as Address | undefined
  for (const { name, type, value } of struct.members) {
    const path = `${prefix}${name}`
    if (typeof value === 'bigint') noteInteger(name, path, value, named(beside(TOKEN) ?? null), walk)
    else if (type === 'bytes') noteCall(value as Hex, beside(RECEIVER) ?? verifier, struct, walk)
    else visitValue(value, path, walk, verifier)
  }
}

function visitValue(value: TypedValue, path: string, walk: Walk, verifier: Address | null): void {
  walk.visited += 1
  if (walk.visited > MAX_VISITED) return
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) visitValue(element, `${path}[${index}]`, walk, verifier)
  } else if (typeof value === 'string') {
    const address = /^0x[0-9a-fA-F]{40}$/.test(value) ? named(value.toLowerCase() as Address) : null
    if (address !== null && walk.addresses.length < MAX_NAMED) walk.addresses.push({ path, address })
  } else if (value !== null && typeof value === 'object') visit(value, `${path}.`, walk, verifier)
}

function noteInteger(name: string, path: string, value: bigint, token: Address | null, walk: Walk): void {
  if (DEADLINE.test(name)) {
    if (walk.deadline === null || value > walk.deadline) walk.deadline = value
  } else if (AMOUNT.test(name) && !NO_AMOUNT.test(name) && value > 0n && walk.moves.length < MAX_NAMED) {
    walk.moves.push({ token, amount: value, path })
  }
}

function noteCall(data: Hex, to: Address | null, struct: TypedStruct, walk: Walk): void {
  if (walk.calls.length >= MAX_CALLS || data.length < 10) return
  const value = struct.members.find((each) => each.name === 'value' && typeof each.value === 'bigint')?.value ?? 0n
  if (decodeCall({ to, value: value as bigint, data }).functionName === null) return
  walk.calls.push({ to, value: value as bigint, data })
}
