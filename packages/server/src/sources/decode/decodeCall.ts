import type { DecodedCall, Hex, Transaction } from '../../risk/facts.ts'
import { type IndexedSignature, signaturesOf } from './abiIndex.ts'
import type { AbiParameter } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'
import { type NestedCall, nestedCalls } from './nestedCalls.ts'
import { renderValue } from './renderValue.ts'
import { carriesRouterCommands, commandCall, routerCommands } from './universalRouter.ts'

const MAX_DEPTH = 8
const MAX_CALLS = 256
const MAX_BYTES = 1_048_576

/** What one decoding may still spend, shared by all levels. */
type Budget = { calls: number; bytes: number }

/**
 * Decodes the call data and every call inside it, to 8 levels, 256 calls and 1 MiB in all.
 *
 * Strict: an ABI is accepted only when encoding the result again gives the same call data. Where bytes follow the last
 * argument, they are shown as a last parameter named `trailing data`; calls left out by the bounds are counted in one named
 * `undecoded calls`. Neither has an element in `args`. `args` holds tuples as positional arrays. An unknown selector, a
 * creation or malformed call data gives `functionName: null`; no input makes it throw.
 */
export function decodeCall({ to, value, data }: Pick<Transaction, 'to' | 'value' | 'data'>): DecodedCall {
  return decode({ to, value, data: data.toLowerCase() as Hex }, 0, { calls: MAX_CALLS - 1, bytes: MAX_BYTES })
}

function decode({ to, value, data, operation }: NestedCall, depth: number, budget: Budget): DecodedCall {
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
  const match = bestMatch(data)
  if (match === null) return call
  const { signature, values, trailing } = match
  call.functionName = signature.name
  call.signature = signature.text
  call.abi = signature.abi
  call.args = values
  call.parameters = renderAll(signature.inputs, values)
  if (trailing !== '0x') call.parameters.push({ name: 'trailing data', type: 'bytes', value: boundedHex(trailing) })
  if (carriesRouterCommands(signature.canonical)) addCommands(call, values as [Hex, Hex[]], depth, budget)
  else {
    const nested = nestedCalls(signature.canonical, { to, args: values })
    const taken = nested.slice(0, Math.max(budget.calls, 0))
    budget.calls -= taken.length
    for (const inner of taken) call.calls.push(decode(inner, depth + 1, budget))
    noteLeftOut(call, nested.length - taken.length)
  }
  return call
}

/** A layout without trailing bytes is preferred; among equals the index's order decides. */
function bestMatch(data: Hex): { signature: IndexedSignature; values: unknown[]; trailing: Hex } | null {
  let best: { signature: IndexedSignature; values: unknown[]; trailing: Hex } | null = null
  for (const signature of signaturesOf('function', data.slice(2, 10))) {
    const decoded = decodeArguments(signature.inputs, data.slice(10))
    if (decoded === null) continue
    if (decoded.trailing === '0x') return { signature, ...decoded }
    best ??= { signature, ...decoded }
  }
  return best
}

function addCommands(call: DecodedCall, [commands, inputs]: [Hex, Hex[]], depth: number, budget: Budget): void {
  const all = routerCommands(commands, inputs)
  const taken = all.slice(0, Math.max(budget.calls, 0))
  budget.calls -= taken.length
  for (const command of taken) {
    const child = commandCall(command, call.to)
    child.parameters = renderAll(command.parameters, command.values)
    if (command.raw !== null) child.parameters = [{ name: 'input', type: 'bytes', value: boundedHex(command.raw) }]
    if (command.name === 'EXECUTE_SUB_PLAN' && command.raw === null) {
      if (depth < MAX_DEPTH) addCommands(child, command.values as [Hex, Hex[]], depth + 1, budget)
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
