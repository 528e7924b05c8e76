import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { packClearSigning } from '../../intel/pack/packClearSigning.ts'
import { type IndexedSignature, signaturesOf } from './abiIndex.ts'
import { type AbiParameter, parseSignature, type Signature } from './abiTypes.ts'
import { callMeaning, commandMeaning } from './clear/callMeaning.ts'
import { descriptorOfCall } from './clear/descriptors/descriptorIndex.ts'
import { decodeArguments } from './decodeArguments.ts'
import { type NestedCall, nestedCalls } from './nestedCalls.ts'
import { boundedHex, renderValue } from './renderValue.ts'
import { carriesRouterCommands, commandCall, type RouterCommand, routerCommands } from './universalRouter.ts'
import type { CutArguments, CutBytes } from './wholeArguments.ts'

const LOW_TRUST = 'data-pack'

const parsed = new Map<string, IndexedSignature>()

const POOL = '(address currency0,address currency1,uint24 fee,int24 tickSpacing,address hooks) poolKey'

const PATH = '(address intermediateCurrency,uint256 fee,int24 tickSpacing,address hooks,bytes hookData)[] path'

/**
 * Actions of Uniswap V4's router, byte → parameters. Source: v4-periphery `libraries/Actions.sol`, `interfaces/IV4Router.sol`.
 */
const ACTIONS: Readonly<Record<number, string>> = {
  6: `SWAP_EXACT_IN_SINGLE((${POOL},bool zeroForOne,uint128 amountIn,uint128 amountOutMinimum,bytes hookData) params)`,
  7: `SWAP_EXACT_IN((address currencyIn,${PATH},uint128 amountIn,uint128 amountOutMinimum) params)`,
  8: `SWAP_EXACT_OUT_SINGLE((${POOL},bool zeroForOne,uint128 amountOut,uint128 amountInMaximum,bytes hookData) params)`,
  9: `SWAP_EXACT_OUT((address currencyOut,${PATH},uint128 amountOut,uint128 amountInMaximum) params)`,
  11: 'SETTLE(address currency,uint256 amount,bool payerIsUser)',
  12: 'SETTLE_ALL(address currency,uint256 maxAmount)',
  13: 'SETTLE_PAIR(address currency0,address currency1)',
  14: 'TAKE(address currency,address recipient,uint256 amount)',
  15: 'TAKE_ALL(address currency,uint256 minAmount)',
  16: 'TAKE_PORTION(address currency,address recipient,uint256 bips)',
  17: 'TAKE_PAIR(address currency0,address currency1,address recipient)',
  18: 'CLOSE_CURRENCY(address currency)',
  19: 'CLEAR_OR_TAKE(address currency,uint256 amountMax)',
  20: 'SWEEP(address currency,address to)',
  21: 'WRAP(uint256 amount)',
  22: 'UNWRAP(uint256 amount)',
}

const signatures = new Map<number, Signature>()

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

/** Remaining budget of one decoding, shared by all levels, and what was rendered in part. */
type Budget = { calls: number; bytes: number; cut: (CutArguments | CutBytes)[] }

/** What a value rendered in part holds. One that a stranger wrote may hold it too: it is rendered again, to the same text. */
const LEFT_OUT = '…'

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
 *
 * Values of `parameters` and texts of `args` are bounded for people.
 * @param cut receives the arguments with a bounded value; wholeCall() completes them.
 */
export function decodeCall(
  { to, value, data }: Pick<Transaction, 'to' | 'value' | 'data'>,
  { chain = null, from = null, declared = [] }: DecodeContext = {},
  cut: (CutArguments | CutBytes)[] = [],
): DecodedCall {
  const budget = { calls: MAX_CALLS - 1, bytes: MAX_BYTES, cut }
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
  renderInto(call, signature.inputs, data.slice(10), budget)
  if (trailing !== '0x') call.parameters.push(bytesRow('trailing data', trailing, budget))
  const meaning = callMeaning(context, call, signature)
  if (meaning !== null) call.meaning = meaning
  if (carriesRouterCommands(signature.canonical)) addCommands(call, values as [Hex, Hex[]], context, depth, budget)
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
  context: Required<DecodeContext>,
  depth: number,
  budget: Budget,
  read: (commands: Hex, inputs: readonly Hex[]) => RouterCommand[] = routerCommands,
): void {
  const all = read(commands, inputs)
  const taken = all.slice(0, Math.max(budget.calls, 0))
  budget.calls -= taken.length
  for (const command of taken) {
    const child = commandCall(command, call.to)
    renderInto(child, command.parameters, command.input.slice(2), budget)
    if (command.raw) child.parameters = [bytesRow('input', command.input, budget)]
    else if (command.canonical !== null) {
      const meaning = commandMeaning(context, child, { inputs: command.parameters, canonical: command.canonical })
      if (meaning !== null) child.meaning = meaning
    }
    const inner = command.raw ? undefined : COMMANDS_WITHIN[command.name ?? '']
    if (inner !== undefined) {
      if (depth < MAX_DEPTH) addCommands(child, command.values as [Hex, Hex[]], context, depth + 1, budget, inner)
      else noteLeftOut(child, (command.values[1] as Hex[]).length)
    }
    call.calls.push(child)
  }
  noteLeftOut(call, all.length - taken.length)
}

/** @param data what the arguments were decoded from, hex digits without 0x. */
function renderInto(call: DecodedCall, inputs: readonly AbiParameter[], data: string, { cut }: Budget): void {
  call.parameters = inputs.map(({ name, type }, index) => ({
    name: name === '' ? `arg${index}` : name,
    type: type.text,
    value: renderValue(type, call.args[index]),
  }))
  if (call.parameters.some(({ value }) => value.includes(LEFT_OUT))) cut.push({ call, inputs, data })
}

function bytesRow(name: string, hex: Hex, { cut }: Budget): DecodedCall['parameters'][number] {
  const row = { name, type: 'bytes', value: boundedHex(hex) }
  if (row.value !== hex) cut.push({ row, hex })
  return row
}

function noteLeftOut(call: DecodedCall, count: number): void {
  if (count > 0) call.parameters.push({ name: 'undecoded calls', type: 'uint256', value: String(count) })
}

/** Reads `actions` and `params` of a V4_SWAP command; an unknown action keeps its raw parameters. */
function v4Actions(actions: Hex, params: readonly Hex[]): RouterCommand[] {
  return params.map((input, index) => {
    const byte = Number.parseInt(actions.slice(2 + index * 2, 4 + index * 2), 16)
    const signature = Number.isNaN(byte) ? null : signatureOf(byte)
    const decoded = signature === null ? null : decodeArguments(signature.inputs, input.slice(2))
    const named = {
      name: signature?.name ?? null,
      text: signature?.text ?? null,
      canonical: signature?.canonical ?? null,
      input,
    }
    if (signature === null || decoded === null) return { ...named, parameters: [], values: [], raw: true }
    return { ...named, parameters: signature.inputs, values: decoded.values, raw: false }
  })
}

function signatureOf(action: number): Signature | null {
  const text = ACTIONS[action]
  if (text === undefined) return null
  const signature = signatures.get(action) ?? parseSignature(text)
  signatures.set(action, signature)
  return signature
}

/** A declaration that the call data fits, with the arguments. `trailing` is what follows the last one. */
type Match = { signature: IndexedSignature; values: unknown[]; trailing: Hex }

/**
 * The declaration that a call is of, tried in the order of who may know: the callee itself, a descriptor that names this very
 * contract, our ABI index, a descriptor of the same call elsewhere, the data pack's signatures. A layout without trailing bytes
 * is preferred. `ambiguous` where the data fits several declarations and nothing but a list of signatures speaks for any.
 * @param data well formed, lower case.
 */
export function bestMatch(
  { chain, to, data }: { chain: Chain | null; to: Address; data: Hex },
  declared: readonly IndexedSignature[],
): Match | 'ambiguous' | null {
  const selector = data.slice(0, 10) as Hex
  const matches = (signatures: readonly IndexedSignature[]): Match[] =>
    signatures.flatMap((signature) => {
      const decoded = decodeArguments(signature.inputs, data.slice(10))
      return decoded === null ? [] : [{ signature, ...decoded }]
    })
  const own = declared.filter((one) => one.selector === selector)
  const indexed = signaturesOf('function', data.slice(2, 10))
  const known = indexed.filter(({ abi }) => abi !== LOW_TRUST)
  const own7730 = chain && descriptorOfCall(CHAIN_IDS[chain], to, selector)
  const clear = own7730 ? { signature: own7730.signature, bound: true } : packClearSigning(chain, to, selector)
  const described = clear?.signature == null ? [] : [describedBy(clear.signature)]
  // Our own declaration of the same function stays: detectors know its ABI by name.
  const news = described.filter(({ canonical }) => known.every((one) => one.canonical !== canonical))
  const trusted = matches([...own, ...(clear?.bound === true ? news : []), ...known, ...news])
  const best = trusted.find(({ trailing }) => trailing === '0x') ?? trusted[0]
  if (best !== undefined) return best
  const listed = matches(indexed.filter(({ abi }) => abi === LOW_TRUST))
  const exact = listed.filter(({ trailing }) => trailing === '0x')
  const candidates = exact.length > 0 ? exact : listed
  return candidates.length > 1 ? 'ambiguous' : (candidates[0] ?? null)
}

function describedBy(text: string): IndexedSignature {
  let signature = parsed.get(text)
  if (signature === undefined) {
    signature = { ...parseSignature(text), abi: 'clear-signing' }
    parsed.set(text, signature)
  }
  return signature
}
