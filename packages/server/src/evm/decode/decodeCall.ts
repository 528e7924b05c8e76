import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { IndexedSignature } from './abiIndex.ts'
import type { AbiParameter } from './abiTypes.ts'
import { bestMatch } from './bestMatch.ts'
import { callMeaning } from './clear/callMeaning.ts'
import { type NestedCall, nestedCalls } from './nestedCalls.ts'
import { renderValue } from './renderValue.ts'
import { carriesRouterCommands, commandCall, type RouterCommand, routerCommands } from './universalRouter.ts'
import { v4Actions } from './v4Actions.ts'

const MAX_DEPTH = 8
const MAX_CALLS = 256
const MAX_BYTES = 1_048_576
/** `abi` of arguments whose types were read off the code. */
const RECOVERED = 'recovered'

/** Commands that carry other commands, and the decoders of those. */
const COMMANDS_WITHIN: Readonly<Record<string, typeof v4Actions>> = {
  EXECUTE_SUB_PLAN: routerCommands,
  V4_SWAP: v4Actions,
}

/** Remaining budget of one decoding, shared by all levels. */
type Budget = { calls: number; bytes: number }

/** Facts that the bytes do not hold. */
export type DecodeContext = {
  /** Network of the tokens and descriptors; null for an unsupported network. */
  chain?: Chain | null
  /** Sender of the call. */
  from?: Address | null
  /** Signatures of the callee itself (its verified ABI, or types read off its code): tried before every index. */
  declared?: readonly IndexedSignature[]
}

/**
 * Decodes the call data and every call inside it, to 8 levels, 256 calls and 1 MiB in all.
 *
 * Strict: an ABI is accepted only when encoding the result again gives the same call data. Where bytes follow the last
 * argument, they are shown as a last parameter named `trailing data`; calls left out by the bounds are counted in one named
 * `undecoded calls`. Neither has an element in `args`. `args` holds tuples as positional arrays. An unknown selector, a
 * creation or malformed call data gives `functionName: null`; no input makes it throw.
 */
export function decodeCall(
  { to, value, data }: Pick<Transaction, 'to' | 'value' | 'data'>,
  { chain = null, from = null, declared = [] }: DecodeContext = {},
): DecodedCall {
  const budget = { calls: MAX_CALLS - 1, bytes: MAX_BYTES }
  return decode({ to, value, data: data.toLowerCase() as Hex }, { chain, from, declared }, 0, budget)
}

function decode(
  { to, value, data, operation }: NestedCall,
  context: Required<DecodeContext>,
  depth: number,
  budget: Budget,
): DecodedCall {
  const wellFormed = to !== null && data.length >= 10 && data.length % 2 === 0 && /^0x[0-9a-f]*$/.test(data)
  const call: DecodedCall = {
    to,
    selector: wellFormed ? (data.slice(0, 10) as Hex) : null,
    functionName: null,
    signature: null,
    parameters: [],
    args: [],
    abi: null,
    value,
    ...(operation && { operation }),
    calls: [],
  }
  budget.bytes -= data.length / 2
  if (!wellFormed || depth > MAX_DEPTH || budget.bytes < 0) return call
  const match = bestMatch({ chain: context.chain, to, data }, context.declared)
  if (match === null) return call
  if (match === 'ambiguous') return { ...call, abi: 'ambiguous' }
  const { signature, values, trailing } = match
  call.abi = signature.abi
  // Code reveals argument types, never the function's name.
  if (signature.abi !== RECOVERED) {
    call.functionName = signature.name
    call.signature = signature.text
  }
  call.args = values
  call.parameters = renderAll(signature.inputs, values)
  if (trailing !== '0x') call.parameters.push({ name: 'trailing data', type: 'bytes', value: boundedHex(trailing) })
  const meaning = callMeaning(context, call, signature)
  if (meaning !== null) call.meaning = meaning
  if (carriesRouterCommands(signature.canonical)) addCommands(call, values as [Hex, Hex[]], depth, budget)
  else {
    const nested = nestedCalls(signature.canonical, { to, args: values })
    const taken = nested.slice(0, Math.max(budget.calls, 0))
    budget.calls -= taken.length
    for (const inner of taken) call.calls.push(decode(inner, innerContext(context, call, inner), depth + 1, budget))
    noteLeftOut(call, nested.length - taken.length)
  }
  return call
}

/** Context of an inner call: within one contract (multicall) the sender and the contract's own signatures stay the same. */
function innerContext(
  context: Required<DecodeContext>,
  { to: from }: DecodedCall,
  { to }: NestedCall,
): Required<DecodeContext> {
  return to === from ? context : { ...context, from, declared: [] }
}

function addCommands(
  call: DecodedCall,
  [commands, inputs]: [Hex, Hex[]],
  depth: number,
  budget: Budget,
  read: (commands: Hex, inputs: readonly Hex[]) => RouterCommand[] = routerCommands,
): void {
  const all = read(commands, inputs)
  const taken = all.slice(0, Math.max(budget.calls, 0))
  budget.calls -= taken.length
  for (const command of taken) {
    const child = commandCall(command, call.to)
    child.parameters = renderAll(command.parameters, command.values)
    if (command.raw !== null) child.parameters = [{ name: 'input', type: 'bytes', value: boundedHex(command.raw) }]
    const inner = command.raw === null ? COMMANDS_WITHIN[command.name ?? ''] : undefined
    if (inner !== undefined) {
      if (depth < MAX_DEPTH) addCommands(child, command.values as [Hex, Hex[]], depth + 1, budget, inner)
      else noteLeftOut(child, (command.values[1] as Hex[]).length)
    }
    call.calls.push(child)
  }
  noteLeftOut(call, all.length - taken.length)
}

function renderAll(inputs: readonly AbiParameter[], values: readonly unknown[]): DecodedCall['parameters'] {
  return inputs.map(({ name, type }, index) => ({
    name: name === '' ? `arg${index}` : name,
    type: type.text,
    value: renderValue(type, values[index]),
  }))
}

function boundedHex(hex: Hex): string {
  const bytes = hex.length / 2 - 1
  return bytes <= 256 ? hex : `${hex.slice(0, 514)}… (${bytes} bytes)`
}

function noteLeftOut(call: DecodedCall, count: number): void {
  if (count > 0) call.parameters.push({ name: 'undecoded calls', type: 'uint256', value: String(count) })
}
