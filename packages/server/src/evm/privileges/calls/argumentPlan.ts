import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'

/** Values that calls are tried with. Amounts in base units. */
export type PlanValues = {
  /** Account whose tokens are at stake. */
  holder: Address
  caller: Address
  /** Its pool: a change there affects all traders. */
  pool: Address | null
  /** A contract that refuses calls it does not know, as a hook may. */
  refusing?: Address
  /** Best candidates first: code that tells who ran it, a newcomer. */
  others: readonly Address[]
  /** Contracts that calls of other contracts could name, the subject first. */
  contracts: readonly Address[]
  /** The holder's balance, the supply, the contract's balance. */
  amounts: readonly bigint[]
  /** A token that the holder has. */
  tokenId: bigint | null
  /** Ids and list indices that another number may follow: the pool of a deposit. Absent: the first index. */
  ids?: readonly bigint[]
}

/** One way to call a function. `group` is the same for ways that differ only in their number. */
export type PlannedCall = {
  data: Hex
  args: string[]
  /** Wei sent along. */
  value: bigint
  number: bigint | null
  group: string
  /** The holder is among the arguments: the effect may be on the holder alone. */
  names: boolean
  flag: boolean | null
}

/** Limits of ways to call one function, and one with numbers only. */
const MAX_WAYS = 20
const MAX_NUMERIC = 32
/** Limit of ways with lists of numbers alone. */
const MAX_PLAIN = 4
/** Lists of numbers: the first one may hold accounts. */
const LISTS = /^uint256\[\],uint256\[\]/
/** Longer argument lists are not tried. */
const MAX_ARGUMENTS = 24
/** Limit of ways with words from the code, and their neighbours. */
const MAX_MINED = 12
/** Words up to this may be limits; larger ones are markers. */
const MAX_LIMIT = 1n << 64n
const MIN_ACCOUNT = 1n << 80n
const HUGE = 2n ** 255n
/** The largest number of three bytes: a larger one is of a whole word. */
const MAX_OF_PART = (1n << 24n) - 1n
/**
 * Percentages, basis points, per mille and counts, from nothing to beyond any cap. Tried in a row: zero does not come first,
 * since twice of it is nothing.
 */
const SWEEP = [
  ...[100n, 3n, 0n, 1n, 5n, 10n, 25n, 50n, 90n, 99n, 950n, 1_000n, 9_900n, 10_000n, HUGE],
  ...[5_000n, 9_000n, 2_500n, 7_500n],
]
const FEW = [HUGE, 95n, 10_000n, 1n, 99n, 100n, 50n, 0n]
/** What is set for an id: all of it in basis points and percent, a large sum, nothing. */
const OF_AN_ID = [10_000n, 100n, HUGE, 0n]
/** Limits of ids, and of lists with an id beside accounts. */
const MAX_IDS = 3
const MAX_ADDRESSED = 4

/**
 * A bounded list of plausible ways to call a function: each kind of value meets each other, the likeliest first. Empty when
 * its arguments cannot be told.
 */
export function argumentPlan(
  made: Pick<ContractFunction, 'selector' | 'signature' | 'arguments' | 'compared'>,
  values: PlanValues,
): PlannedCall[] {
  const { selector, signature, arguments: recovered, compared } = made
  // Code alone does not tell a list of accounts from one of numbers.
  if (signature === null && LISTS.test(recovered)) {
    const named = argumentPlan({ ...made, arguments: recovered.replace('uint256[]', 'address[]') }, values)
    return [...named, ...argumentPlan({ ...made, signature: `(${recovered})` }, values).slice(0, MAX_PLAIN)]
  }
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  const types = argumentTypes(text)
  if (types.length === 0)
    return [{ data: selector, args: [], value: 0n, number: null, group: '', names: false, flag: null }]
  if (types.length > MAX_ARGUMENTS) return []
  const count = (pattern: RegExp) => Math.min(text.match(pattern)?.length ?? 0, MAX_ARGUMENTS)
  const [accounts, numbers, flags] = [count(ADDRESS), count(NUMBER), count(/\bbool\b/g)]
  const lists = accountLists(accounts, values)
  const sweeps = numberLists(numbers, accounts, values)
  const switches = flags === 0 ? [null] : [true, false]
  // A reason or an id may have to be set.
  const words = /\bbytes\d/.test(text) ? [0n, 1n] : [0n]
  const ways = lists
    .flatMap((list, i) =>
      switches.flatMap((flag, j) =>
        words.flatMap((word, l) =>
          sweeps.map((sweep, k) => ({
            list,
            flag,
            sweep,
            word,
            rank: i + j + k + l,
            i: words.length > 1 ? `${i}.${l}` : i,
            j,
          })),
        ),
      ),
    )
    .sort((a, b) => a.rank - b.rank)
    .slice(0, accounts > 0 ? MAX_WAYS : MAX_NUMERIC)
  // Words named by the code come first: no other value passes such a comparison.
  const mined = minedWays((compared?.words ?? []).map(BigInt), { lists, numbers }).flatMap((way, i) =>
    switches.map((flag, j) => ({ ...way, flag, i: `${MINED}${i}`, j })),
  )
  try {
    const recoveredAs = parseAbiParameters(types.join(','))
    const whole = parseAbiParameters(types.map(asWholeWord).join(','))
    return [...mined.slice(0, MAX_MINED), ...ways].map(({ list, flag, sweep, word, i, j }) => {
      const next = { account: 0, number: 0 }
      const isPacked = signature === null && isMined(i) && sweep.some((value) => value > MAX_OF_PART)
      const parameters = isPacked ? whole : recoveredAs
      const filled = parameters.map((parameter) => fill(parameter, { list, flag: flag ?? false, sweep, word, next }))
      const encoded = encodeAbiParameters(parameters, filled as never)
      return {
        data: `${selector}${encoded.slice(2)}`,
        args: filled.map(textOf),
        value: 0n,
        number: sweep.length > 0 ? sweep.reduce((max, one) => (one > max ? one : max)) : null,
        group: `${i}.${j}`,
        names: accounts > 0 && list.slice(0, accounts).includes(values.holder),
        flag,
      }
    })
  } catch {
    // A type that the recovery invented, or a value that does not fit its type.
    return []
  }
}

/** A word that code takes parts of is recovered by the size of one part; the call data is the same. */
function asWholeWord(type: string): string {
  return /^uint\d+$/.test(type) ? 'uint256' : type
}

/** Begins the groups of ways with values from the code. */
const MINED = 'code '
const isMined = (group: number | string) => typeof group === 'string' && group.startsWith(MINED)

type MinedWay = { list: readonly Address[]; sweep: readonly bigint[]; word: bigint }

/** Each word of the code in the place of numbers and bytes, and in the place of accounts where it may be one. */
function minedWays(
  words: readonly bigint[],
  { lists, numbers }: { lists: readonly (readonly Address[])[]; numbers: number },
): MinedWay[] {
  const accounts = words.filter((word) => word >= MIN_ACCOUNT && word >> 160n === 0n)
  const others = words.filter((word) => !accounts.includes(word))
  const named = accounts.map((word): Address[] => [`0x${word.toString(16).padStart(40, '0')}`])
  const chosen: (readonly Address[])[] = named.length > 0 ? [...named, ...lists.slice(0, 1)] : lists.slice(0, 2)
  // A value that must be less, or more, than a constant may not equal it.
  const limits = numbers === 0 ? [] : others.filter((word) => word > 1n && word < MAX_LIMIT)
  const beside = limits.flatMap((word) => [word - 1n, word + 1n])
  const values = others.length > 0 ? [...new Set([...others, ...beside])] : accounts
  return chosen.flatMap((list) => values.map((word) => ({ list, sweep: numbers > 0 ? [word] : [], word })))
}

const ADDRESS = /\baddress\b/g
const NUMBER = /\bu?int\d*\b/g

function accountLists(
  count: number,
  { holder, caller, pool, refusing, others, contracts }: PlanValues,
): (readonly Address[])[] {
  const [contract = caller] = contracts
  if (count === 0) return [[]]
  if (count === 1)
    return [holder, ...(pool === null ? [] : [pool]), ...contracts.slice(0, 2), ...others, caller].map((one) => [one])
  if (count === 2)
    return [
      ...[
        [holder, caller],
        // What the pool's entry names is called at each trade.
        ...(pool === null || refusing === undefined
          ? []
          : [
              [pool, refusing],
              [refusing, pool],
            ]),
        [contract, caller],
        [contract, holder],
        [caller, holder],
      ],
      ...contracts.slice(1).flatMap((one) => [
        [one, caller],
        [one, holder],
      ]),
      ...others.slice(0, 1).flatMap((one) => contracts.slice(0, 1).map((about) => [about, one])),
    ]
  return contracts.length === 0
    ? [[holder, caller, caller]]
    : contracts.flatMap((one) => [
        [one, holder, caller, caller],
        [holder, caller, one, one],
        [holder, one, caller, caller],
      ])
}

function numberLists(count: number, accounts: number, { amounts, tokenId, ids }: PlanValues): (readonly bigint[])[] {
  if (count === 0) return [[]]
  const own = tokenId === null ? amounts : [tokenId, ...amounts]
  const values = accounts > 0 ? [...own, ...FEW] : [...own.slice(0, 1), ...SWEEP, ...own.slice(1)]
  const equal = values.map((value) => [value])
  const named = (ids ?? [0n]).slice(0, MAX_IDS)
  if (count === 1)
    // A single number is an amount or a rate, unless ids are known.
    return ids === undefined
      ? equal
      : interleave(
          equal,
          named.map((id) => [id]),
        )
  // The first number is often an id, and the last one repeats for all further numbers.
  const addressed = [...amounts.slice(0, 2), ...OF_AN_ID].flatMap((value) => named.map((id) => [id, value]))
  if (accounts > 0) return interleave(equal, addressed.slice(0, MAX_ADDRESSED))
  // Caps often bind the sum: one value at a time gets further.
  const alone = [100n, 99n, 50n, 25n].flatMap((value) =>
    Array.from({ length: count }, (_, at) => Array.from({ length: count }, (_, other) => (other === at ? value : 0n))),
  )
  return interleave(
    interleave(
      SWEEP.map((value) => [value]),
      alone,
    ),
    addressed,
  )
}

function interleave<Item>(one: readonly Item[], other: readonly Item[]): Item[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((item) => item !== undefined)
}

type Choice = {
  list: readonly Address[]
  flag: boolean
  sweep: readonly bigint[]
  /** For bytes of a fixed length. */
  word: bigint
  next: { account: number; number: number }
}
type Parameter = { type: string; components?: readonly Parameter[] }

function fill(parameter: Parameter, choice: Choice): unknown {
  const { type, components = [] } = parameter
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const item = { ...parameter, type: array[1] ?? '' }
    const length = array[2] === '' ? 1 : Math.min(Number(array[2]), 32)
    return Array.from({ length }, () => fill(item, choice))
  }
  if (type === 'address') return choice.list[Math.min(choice.next.account++, choice.list.length - 1)] ?? choice.list[0]
  if (type === 'bool') return choice.flag
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  if (bits !== undefined) {
    const value = choice.sweep[Math.min(choice.next.number++, choice.sweep.length - 1)] ?? 0n
    const max = 2n ** BigInt(bits === '' ? 256 : bits) - 1n
    const limit = type.startsWith('int') ? max / 2n : max
    return value > limit ? limit : value
  }
  if (type === 'tuple') return components.map((component) => fill(component, choice))
  const bytes = /^bytes(\d+)$/.exec(type)?.[1]
  return bytes === undefined ? (type === 'string' ? '' : '0x') : bytesOf(choice.word, Number(bytes))
}

/** The word's bytes from the left, as `bytes4` lies in a word; a shorter number is padded behind. */
function bytesOf(word: bigint, length: number): Hex {
  const aligned = word >> BigInt(8 * length) === 0n ? word : word >> BigInt(256 - 8 * length)
  return `0x${aligned.toString(16).padStart(2 * length, '0')}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  return String(value)
}

/** Types of a function's arguments at the top level: `address,(uint256,bool)[]` is two of them. */
export function argumentTypes(text: string): string[] {
  const types: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (at < text.length && (letter !== ',' || depth > 0)) continue
    if (at > start) types.push(text.slice(start, at))
    start = at + 1
  }
  return types
}
