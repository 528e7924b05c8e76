import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { parseAbiParameters } from 'viem/utils'
import { SIGNATURE, SIGNED, SIGNED_V } from '../claims/calls/exitCalls.ts'
import { argumentTypes } from '../privileges/calls/argumentPlan.ts'
import {
  encodePlaces,
  encodeStruct,
  kindOf,
  type Leaf,
  leavesOf,
  listFor,
  type Parameter,
  type Place,
  placesOf,
  valueFor,
} from './signedArguments.ts'

/**
 * One way to hand a signed struct and a signature to a function. `free`: numbers that the message does not fix, which the account that brings it
 * chooses; `dataOf` takes one value for each.
 */
export type SignedCall = {
  selector: Hex
  payable: boolean
  free: number
  /** Whether every member of the struct is among the arguments. */
  whole: boolean
  dataOf(chosen: readonly bigint[]): Hex | null
}

const MAX_FUNCTIONS = 6
/** Functions whose ways are worked out, those that may take most members first: a hostile contract has hundreds. */
const MAX_TRIED = 12
/** Ways to give one function the members, and all of them. */
const MAX_WAYS = 64
const MAX_CALLS = 80
/** Orders without a counter. */
const MAX_COUNTED = 6
const MAX_PLACES = 48

/** What a place is given: a member, a part of the signature, nothing, or a number that the account that brings it chooses. */
type Given = { value: unknown } | 'free'

/**
 * Returns ways to hand a contract the members of a message and a signature: functions that take values of these types, and what may be a
 * signature. In the order of the message first, then in others, since a function need not take its arguments in the order of the struct.
 * `complete`: no function that may take the whole struct was left out.
 */
export function signedCalls(
  functions: readonly ContractFunction[],
  struct: TypedStruct,
): { calls: SignedCall[]; complete: boolean } {
  const leaves = leavesOf(struct)
  const packed = encodeStruct(struct)
  const placed = functions
    .filter(({ mutability }) => mutability !== 'view' && mutability !== 'pure')
    .flatMap((made) => placedOf(made, leaves, packed))
    .toSorted((a, b) => b.most - a.most)
  const found = placed
    .slice(0, MAX_TRIED)
    .flatMap((one) => waysOf(one, leaves, packed))
    .toSorted((a, b) => b.used - a.used)
  const calls = found.slice(0, MAX_FUNCTIONS).flatMap((one) => one.calls)
  const isWhole = ({ used }: { used: number }) => used === leaves.length
  const isCut = calls.length > MAX_CALLS || placed.slice(MAX_TRIED).some(({ atMost }) => atMost === leaves.length)
  return { calls: calls.slice(0, MAX_CALLS), complete: !isCut && !found.slice(MAX_FUNCTIONS).some(isWhole) }
}

/** `most`: members of the kinds of the places. `atMost`: the same where words that were recovered may be of any kind. `opened`: the places, with lists of structs closed and opened. */
type Placed = {
  made: ContractFunction
  parameters: readonly Parameter[]
  opened: { opens: boolean; places: readonly Place[] }[]
  most: number
  atMost: number
}

/** The places of a function that may take half of the members at least, and a signature; empty for another. */
function placedOf(made: ContractFunction, leaves: readonly Leaf[], packed: Hex | null): Placed[] {
  const { signature, arguments: recovered } = made
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0) return []
  let parameters: readonly Parameter[]
  try {
    parameters = parseAbiParameters(types.join(',')) as readonly Parameter[]
  } catch {
    return []
  }
  const opened = [false, true]
    .map((opens) => ({ opens, places: placesOf(parameters, opens) }))
    .filter(({ places }) => places.length <= MAX_PLACES)
  const most = Math.max(0, ...opened.map(({ places }) => ofKinds(places, leaves)))
  const takesBytes = (places: readonly Place[]) => places.filter(({ type }) => type === 'bytes').length > 1
  const isAny = packed !== null && opened.some(({ places }) => takesBytes(places))
  const count = Math.max(0, ...opened.map(({ places }) => places.length))
  const atMost = isAny ? leaves.length : signature === null ? Math.min(leaves.length, count) : most
  // A function that takes few of the members is about something else.
  return atMost === 0 || atMost * 2 < leaves.length ? [] : [{ made, parameters, opened, most, atMost }]
}

/** Members that find a place of their kind. */
function ofKinds(places: readonly Place[], leaves: readonly Leaf[]): number {
  const kinds = new Map<string, number>()
  for (const { type, list } of places) if (list === null) kinds.set(kindOf(type), (kinds.get(kindOf(type)) ?? 0) + 1)
  let most = places.filter(({ list }) => list !== null).length
  for (const { type, value } of leaves) {
    const left = kinds.get(kindOf(type)) ?? 0
    if (Array.isArray(value) || left === 0) continue
    kinds.set(kindOf(type), left - 1)
    most++
  }
  return Math.min(most, leaves.length)
}

function waysOf(
  { made, parameters, opened }: Placed,
  leaves: readonly Leaf[],
  packed: Hex | null,
): { used: number; calls: SignedCall[] }[] {
  const { selector, signature, mutability } = made
  const isRecovered = signature === null
  const found = opened.flatMap(({ opens, places }) =>
    [...fillings(places, leaves, isRecovered), ...inBytes(places, leaves, packed)].flatMap(({ filled, used }) =>
      withSignature(places, filled, isRecovered).map((given) => ({ given, used, opens })),
    ),
  )
  const most = Math.max(0, ...found.map(({ used }) => used))
  if (most === 0 || most * 2 < leaves.length) return []
  const seen = new Set<string>()
  const calls: SignedCall[] = []
  for (const { given, opens, used } of found) {
    if (used < most - 1 || calls.length === MAX_WAYS) continue
    const dataOf = (chosen: readonly bigint[]): Hex | null => {
      let next = 0
      const values = given.map((one) => (one === 'free' ? (chosen[next++] ?? 0n) : one.value))
      const encoded = encodePlaces(parameters, values, opens)
      return encoded === null ? null : `${selector}${encoded.slice(2)}`
    }
    const data = dataOf([])
    if (data === null || seen.has(data)) continue
    seen.add(data)
    const free = given.filter((one) => one === 'free').length
    calls.push({ selector, payable: mutability === 'payable', free, whole: used === leaves.length, dataOf })
  }
  return calls.length === 0 ? [] : [{ used: most, calls }]
}

type Filling = { filled: (Given | null)[]; used: number; rank?: number }

/** Ways to put the members into the places: all in a row, in their order with some left out, and in other orders. */
function fillings(places: readonly Place[], leaves: readonly Leaf[], isRecovered: boolean): Filling[] {
  const found: Filling[] = []
  for (let start = 0; start + leaves.length <= places.length; start++) {
    const row = leaves.map((leaf, at) => given(places[start + at], leaf, isRecovered))
    if (row.includes(null)) continue
    const filled = places.map((_, at) => row[at - start] ?? null)
    found.push({ filled, used: leaves.length })
  }
  found.push(inOrder(places, leaves))
  found.push(...inOtherOrders(places, leaves))
  return found
}

/** The whole struct as bytes, beside the signature. */
function inBytes(places: readonly Place[], leaves: readonly Leaf[], packed: Hex | null): Filling[] {
  const bytes = [...places.keys()].filter((at) => places[at]?.type === 'bytes')
  const [first] = bytes
  if (packed === null || first === undefined || bytes.length < 2) return []
  return [{ filled: places.map((_, at) => (at === first ? { value: packed } : null)), used: leaves.length }]
}

function given(place: Place | undefined, leaf: Leaf, isRecovered: boolean): Given | null {
  if (place === undefined) return null
  const value = place.list === null ? valueFor(place.type, leaf, isRecovered) : listFor(place.list, leaf)
  return value === undefined ? null : { value }
}

/** What was passed over is not among the arguments. */
function inOrder(places: readonly Place[], leaves: readonly Leaf[]): Filling {
  let next = 0
  let used = 0
  const filled = places.map((place): Given | null => {
    for (let at = next; at < leaves.length; at++) {
      const leaf = leaves[at]
      const one = leaf === undefined ? null : given(place, leaf, false)
      if (one === null) continue
      next = at + 1
      used++
      return one
    }
    return null
  })
  return { filled, used }
}

/** Members of one kind change places with each other. */
function inOtherOrders(places: readonly Place[], leaves: readonly Leaf[]): Filling[] {
  const kinds = [...new Set(leaves.filter(({ value }) => !Array.isArray(value)).map(({ type }) => kindOf(type)))]
  let fillingsSoFar: Filling[] = [{ filled: places.map(() => null), used: 0 }]
  for (const place of places.keys()) {
    const list = places[place]?.list ?? null
    const leaf = list === null ? undefined : leaves.find((one) => listFor(list, one) !== undefined)
    const value = list === null || leaf === undefined ? undefined : listFor(list, leaf)
    if (value === undefined) continue
    fillingsSoFar = fillingsSoFar.map(({ filled, used }) => ({ filled: filled.with(place, { value }), used: used + 1 }))
  }
  for (const kind of kinds) {
    const of = leaves.filter(({ type, value }) => !Array.isArray(value) && kindOf(type) === kind)
    const at = [...places.keys()].filter(
      (one) => places[one]?.list === null && kindOf(places[one]?.type ?? '') === kind,
    )
    const orders = ordersOf(of, at.length)
    // Each kind meets each other: those near to the order of the message first.
    // Both are sorted: behind so many pairs of earlier ones, a pair is not among the first.
    fillingsSoFar = fillingsSoFar
      .flatMap((filling, place) =>
        orders
          .slice(0, Math.floor(MAX_WAYS / (place + 1)))
          .map((order, distance) => ({ filling, order, rank: (filling.rank ?? 0) + distance })),
      )
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MAX_WAYS)
      .map(({ filling, order, rank }) => {
        const filled = [...filling.filled]
        for (const [index, leaf] of order.entries()) {
          const place = at[index]
          if (place !== undefined) filled[place] = { value: leaf.value }
        }
        return { filled, used: filling.used + order.length, rank }
      })
  }
  return fillingsSoFar
}

/** Orders of members of one kind in so many places: their own, without the smallest number, which may be a counter that the contract keeps, then all. */
function ordersOf(of: readonly Leaf[], places: number): Leaf[][] {
  const numbers = of.flatMap(({ value }) => (typeof value === 'bigint' ? [value] : []))
  const smallest = numbers.reduce((least, one) => (one < least ? one : least), numbers[0] ?? 0n)
  const rest = of.filter(({ value }) => value !== smallest)
  const isCounted = numbers.length === of.length && rest.length === of.length - 1 && rest.length > 0
  const size = Math.min(places, of.length)
  return [
    of.slice(0, size),
    ...(isCounted && rest.length <= places ? arrangements(rest, rest.length, MAX_COUNTED) : []),
    ...arrangements(of, size, MAX_WAYS),
  ]
}

/** Ordered choices of so many of them, those nearest to their own order first. */
function arrangements<One>(of: readonly One[], size: number, most: number): One[][] {
  if (size === 0) return [[]]
  const found: One[][] = []
  for (const [at, first] of of.entries()) {
    if (found.length >= most) break
    const others = arrangements([...of.slice(0, at), ...of.slice(at + 1)], size - 1, most - found.length)
    found.push(...others.map((rest) => [first, ...rest]))
  }
  return found
}

/** Ways to put a signature into the places that are left: bytes, or three words. Empty where there is none. */
function withSignature(places: readonly Place[], filled: readonly (Given | null)[], isRecovered: boolean): Given[][] {
  const isFree = (at: number, ...types: string[]) => filled[at] === null && types.includes(places[at]?.type ?? '')
  const words = ['bytes32', ...(isRecovered ? ['uint256'] : [])]
  const first = ['uint8', ...(isRecovered ? ['uint256'] : [])]
  const starts = [...places.keys()].toReversed().flatMap((at) => {
    const before = isFree(at, ...first) && isFree(at + 1, ...words) && isFree(at + 2, ...words)
    const after = isFree(at, ...words) && isFree(at + 1, ...words) && isFree(at + 2, ...first)
    const exact = places[at]?.type === 'uint8' || places[at + 2]?.type === 'uint8'
    return [...(before ? [{ at, v: at, exact }] : []), ...(after ? [{ at, v: at + 2, exact }] : [])]
  })
  const exact = starts.filter((one) => one.exact)
  // Of words without a type, the signature is mostly the last.
  const triples = exact.length > 0 ? exact : starts.slice(0, 4)
  // Two words (EIP-2098), where no part of one byte shows three.
  const pairs = [...places.keys()].toReversed().filter((at) => isFree(at, ...words) && isFree(at + 1, ...words))
  const hasBytes = [...places.keys()].some((at) => isFree(at, 'bytes'))
  if (hasBytes) return [rest([])]
  return [
    ...triples.map(({ at, v }) =>
      rest([at, at + 1, at + 2].map((place) => ({ place, value: place === v ? SIGNED_V : SIGNED }))),
    ),
    ...(exact.length > 0 ? [] : pairs.slice(0, 2)).map((at) =>
      rest([at, at + 1].map((place) => ({ place, value: SIGNED }))),
    ),
  ]

  function rest(signed: readonly { place: number; value: bigint }[]): Given[] {
    return places.map((place, at): Given => {
      const own = filled[at]
      if (own) return own
      const part = signed.find((one) => one.place === at)
      if (part !== undefined)
        return {
          value:
            place.type === 'bytes32'
              ? `0x${part.value.toString(16)}`
              : place.type === 'uint8'
                ? Number(part.value)
                : part.value,
        }
      return unfixed(place)
    })
  }
}

function unfixed({ type, list }: Place): Given {
  if (list !== null) return { value: [] }
  if (type === 'bytes') return { value: SIGNATURE }
  if (type === 'address') return { value: `0x${'0'.repeat(40)}` }
  if (type === 'bool') return { value: true }
  if (type === 'string') return { value: '' }
  if (type.startsWith('bytes')) return { value: `0x${'0'.repeat(Number(type.slice(5)) * 2)}` }
  return 'free'
}
