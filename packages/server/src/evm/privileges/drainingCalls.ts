import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem/utils'
import { argumentTypes } from './calls/argumentPlan.ts'

export type DelegateWay = { data: Hex; signature: string | null; args: string[] }

/** What calls of an account are made to do for a taker. */
export type Drain = {
  taker: Address
  token: Address | null
  coins: bigint
  amount: bigint
  /** The signature that each call is given, where its arguments have a place for one. */
  signed?: ForgedSignature
  /** An account whose approved tokens are taken, too. */
  owner?: Address
}

/** As bytes, and as words. */
export type ForgedSignature = { bytes: Hex; v: bigint; words: readonly [bigint, bigint] }

export type Parameter = { type: string; components?: readonly Parameter[] }
/** Values of one way: accounts by their place, numbers, bytes and words. */
export type Filling = {
  accounts: (at: number) => Address
  number: (at: number, count: number) => bigint
  bytes: Hex
  word: bigint
}

const MAX_FUNCTIONS = 24
/** Accounts among the arguments that are tried in each place. */
const MAX_PLACED = 3
/** Limits of ways in all, and the least that one function gets. */
const MAX_WAYS = 480
const MIN_WAYS = 24
/** A date that is not over: seconds. */
const LATE = 1n << 40n
const TOKEN_ABI = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address owner, address to, uint256 amount)',
])
const BATCH = parseAbiParameters('(address,uint256,bytes)[]')
/** ERC-7579 execution modes: one call, and a batch. */
const BATCH_MODE = 1n << 248n

/**
 * Calls that would make an account move its assets, were its delegate to carry them out: calls of tokens and payments in each place that an
 * argument gives, alone, in lists, in tuples, and packed as ERC-7579 packs them.
 */
export function drainingCalls({ functions }: Pick<Bytecode, 'functions'>, drain: Drain): DelegateWay[] {
  const changing = functions
    .filter(({ mutability }) => mutability === 'payable' || mutability === 'nonpayable')
    .slice(0, MAX_FUNCTIONS)
  const max = Math.max(MIN_WAYS, Math.floor(MAX_WAYS / Math.max(changing.length, 1)))
  return changing.flatMap((made) => waysOf(made, drain).slice(0, max))
}

function waysOf(made: ContractFunction, drain: Drain): DelegateWay[] {
  const { signature: known, arguments: recovered } = made
  const text = known === null ? recovered : known.slice(known.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0) return []
  try {
    const parameters = parseAbiParameters(types.join(',')) as readonly Parameter[]
    const signature =
      drain.signed === undefined ? new Map<number, Hex | bigint>() : signatureIn(parameters, drain.signed)
    const isNumber = ({ type }: Parameter) => /^u?int\d*$/.test(type)
    const signing = parameters.filter((one, at) => signature.has(at) && isNumber(one)).length
    const count = { accounts: countOf(text, /\baddress\b/g), numbers: countOf(text, /\bu?int\d*\b/g) - signing }
    if (count.accounts === 0 && !/\bbytes\b/.test(text)) return []
    return filledCalls(made, parameters, {
      fillings: fillingsOf(text, drain, count),
      signature,
      numbers: count.numbers,
    })
  } catch {
    // A type that the recovery invented.
    return []
  }
}

/** Calls of a function with each filling of its arguments, each call once. `signature`: arguments that are the same in all. */
export function filledCalls(
  { selector, signature: named }: Pick<ContractFunction, 'selector' | 'signature'>,
  parameters: readonly Parameter[],
  {
    fillings,
    signature = new Map(),
    numbers,
  }: { fillings: Iterable<Filling>; signature?: ReadonlyMap<number, Hex | bigint>; numbers: number },
): DelegateWay[] {
  const ways = new Map<Hex, DelegateWay>()
  for (const filling of fillings) {
    const next = { account: 0, number: 0 }
    const filled = parameters.map((one, at) => signature.get(at) ?? fill(one, { filling, next, numbers }))
    const data = concatHex([selector, encodeAbiParameters(parameters as never, filled as never)])
    ways.set(data, { data, signature: named, args: filled.map(textOf) })
  }
  return [...ways.values()]
}

/** The arguments that hold a signature, by their place: a parity with two words behind or before it, else the last bytes. */
export function signatureIn(
  parameters: readonly Parameter[],
  { bytes, v, words: [r, s] }: ForgedSignature,
): Map<number, Hex | bigint> {
  const isWord = (at: number) => /^(bytes32|u?int256)$/.test(parameters[at]?.type ?? '')
  for (const [at, { type }] of parameters.entries()) {
    const words =
      type !== 'uint8'
        ? []
        : [
            [at + 1, at + 2],
            [at - 2, at - 1],
          ].find((both) => both.every(isWord))
    if (words !== undefined && words.length > 0)
      return new Map([[at, v], ...words.map((one) => [one, wordOf(one, one === words[0] ? r : s)] as const)])
  }
  const last = parameters.findLastIndex(({ type }) => type === 'bytes')
  return last < 0 ? new Map() : new Map([[last, bytes]])

  function wordOf(at: number, word: bigint): Hex | bigint {
    return parameters[at]?.type === 'bytes32' ? numberToHex(word, { size: 32 }) : word
  }
}

function* fillingsOf(
  text: string,
  { taker, token, coins, amount, owner }: Drain,
  { accounts, numbers }: { accounts: number; numbers: number },
): Generator<Filling> {
  const hasBytes = /\bbytes\b/.test(text)
  const half = coins / 2n
  const packed = concatHex([taker, numberToHex(half, { size: 32 })])
  for (const bytes of hasBytes ? (['0x', packed] as const) : (['0x'] as const))
    for (const number of [() => half, (at: number) => (at === 0 ? half : LATE)])
      yield { accounts: () => taker, number, bytes, word: 0n }
  if (token === null) return
  const [transfer, approve] = (['transfer', 'approve'] as const).map((functionName) =>
    encodeFunctionData({ abi: TOKEN_ABI, functionName, args: [taker, amount] }),
  ) as [Hex, Hex]
  const pulled =
    owner === undefined
      ? []
      : [encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transferFrom', args: [owner, taker, amount] })]
  const payloads: { bytes: Hex; word: bigint }[] = hasBytes
    ? [
        ...pulled.map((bytes) => ({ bytes, word: 0n })),
        { bytes: transfer, word: 0n },
        { bytes: approve, word: 0n },
        { bytes: concatHex([token, numberToHex(0n, { size: 32 }), transfer]), word: 0n },
        { bytes: encodeAbiParameters(BATCH, [[[token, 0n, transfer]]]), word: BATCH_MODE },
      ]
    : [{ bytes: '0x', word: 0n }]
  for (const number of numbersOf(numbers, amount))
    for (const places of placesOf(accounts))
      for (const payload of payloads)
        yield {
          accounts: (at) => (((places >> Math.min(at, MAX_PLACED - 1)) & 1) === 1 ? token : taker),
          number,
          ...payload,
        }
}

/** The token in each place, as bits; the taker in the others. */
function placesOf(accounts: number): number[] {
  return Array.from({ length: 2 ** Math.min(accounts, MAX_PLACED) }, (_, bits) => bits).toSorted(
    (a, b) => rank(a) - rank(b),
  )
}

function rank(bits: number): number {
  return bits === 1 ? -1 : bits
}

/** The amount, no coins, and no coins before a date. */
function numbersOf(count: number, amount: bigint): Filling['number'][] {
  if (count === 0) return [() => 0n]
  const all: Filling['number'][] = [() => 0n, () => amount]
  return count === 1 ? [...all, () => LATE] : [...all, (at, of) => (at === of - 1 ? LATE : 0n)]
}

function fill(
  parameter: Parameter,
  made: { filling: Filling; next: { account: number; number: number }; numbers: number },
): unknown {
  const { type, components = [] } = parameter
  const { filling, next, numbers } = made
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? 1 : Math.min(Number(array[2]), 8)
    return Array.from({ length }, () => fill({ ...parameter, type: array[1] ?? '' }, made))
  }
  if (type === 'address') return filling.accounts(next.account++)
  if (type === 'bool') return true
  if (type === 'tuple') return components.map((one) => fill(one, made))
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  if (bits !== undefined) {
    const value = filling.number(next.number++, numbers)
    const max = 2n ** BigInt(Number(bits || 256) - (type.startsWith('i') ? 1 : 0)) - 1n
    return value > max ? max : value
  }
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size !== undefined) {
    const bytes = Number(size)
    return numberToHex(filling.word >> BigInt(8 * (32 - bytes)), { size: bytes })
  }
  return type === 'string' ? '' : filling.bytes
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(', ')}]` : String(value)
}
