import type { Hex } from '@redoubt/risk/address.ts'
import type { ComparedValues } from '@redoubt/risk/facts/bytecode.ts'
import { packedWords } from './packedWords.ts'
import type { Effect } from './step.ts'
import { partyOf, type Test, testsOf, unmasked } from './tests.ts'
import { MARK, type Place, type Value } from './value.ts'
import { type BasicBlock, reachOf, type Walk } from './walk.ts'

const COMPARISONS = new Set(['EQ', 'SUB', 'XOR', 'LT', 'GT', 'SLT', 'SGT'])

const LOGIC = new Set(['ISZERO', 'AND', 'OR'])

const HASHES = new Set(['KECCAK', 'ANYHASH'])

const MAX_WORDS = 8

const MAX_WEI = 3

/** Lengths and selectors of enumerations are tried anyway. */
const MIN_WORD = 256n

/** Beyond are checks of types and of lengths. */
const MAX_LIMIT = 1n << 63n

const MASK = (1n << 160n) - 1n

/** transfer, transferFrom, approve, balanceOf, allowance and decimals of a token that the call names. */
const TOKEN_CALLS: ReadonlySet<number> = new Set([
  0xa9059cbb, 0x23b872dd, 0x095ea7b3, 0x70a08231, 0xdd62ed3e, 0x313ce567,
])

/** A branch with one side that certainly fails: the condition for going on. */
export type Demand = Test & {
  /** `list`, `flag`, `account`: the required value; null when unknown. */
  needs: boolean | null
}
/** A write to storage; `gated`: each successful path to it compares the caller with a stored or fixed account. */
export type Write = Extract<Effect, { type: 'write' }> & { gated: boolean }

/** Possible acts of one function of a contract, over all its paths. */
export type CallFacts = {
  reads: Hex[]
  places: Place[]
  writes: Write[]
  demands: Demand[]
  /** Branches that only choose between paths. */
  choices: Test[]
  calls: Extract<Effect, { type: 'call' }>[]
  products: Extract<Effect, { type: 'multiply' }>[]
  mentions: number[]
  opcodes: Set<string>
  gated: boolean
  /** Values that callers are compared with. */
  gates: Demand[]
  complete: boolean
  compared: ComparedValues | undefined
  /** It sends coins to its caller, or to an account that the call names. */
  paysCaller: boolean
  /** It calls its caller, or an account that the call names, other than as a token. */
  callsBack: boolean
  /** A condition is about the coins that were sent along. */
  priced: boolean
  /** All that it does on paths that succeed. */
  effects: readonly Effect[]
}

/** Gathers the results of a walk. `personal`: mappings where an entry is no privilege (balances, allowances). */
export function callFacts(walk: Walk, personal: ReadonlySet<Hex>): CallFacts {
  const reach = reachOf(walk)
  const demands: Demand[] = []
  const choices: Test[] = []
  const gates: Demand[] = []
  const barriers = new Set<BasicBlock>()
  for (const basicBlock of walk.basicBlocks) {
    const [taken, other] = basicBlock.next
    if (basicBlock.conditions.length === 0 || taken === undefined || !reach.alive(basicBlock)) continue
    const tests = basicBlock.conditions.flatMap((condition) => testsOf(condition))
    const takenLives = reach.alive(taken)
    const deadEnd = other !== undefined && takenLives !== reach.alive(other)
    if (!deadEnd) choices.push(...tests)
    else {
      const needed = tests.map((test) => ({ ...test, needs: test.truth === null ? null : test.truth === takenLives }))
      demands.push(...needed)
      const own = needed.filter((demand) => isGate(demand, personal))
      if (own.length > 0 && own.length === needed.length) {
        barriers.add(basicBlock)
        gates.push(...own)
      }
    }
  }
  const living = walk.basicBlocks.filter(reach.alive)
  const effects = living.flatMap(({ effects }) => effects)
  const free = reach.avoids(barriers)
  const of = <Type extends Effect['type']>(type: Type) =>
    effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type)
  const mentions = distinct(of('mention').map(({ selector }) => selector))
  const places = of('read').flatMap(({ place }) => place ?? [])
  return {
    reads: distinct(places.map(({ slot }) => slot)),
    places,
    writes: living.flatMap((basicBlock) =>
      basicBlock.effects.flatMap((effect) =>
        effect.type === 'write' ? [{ ...effect, gated: barriers.size > 0 && !free(basicBlock) }] : [],
      ),
    ),
    demands,
    choices,
    calls: of('call'),
    products: of('multiply'),
    mentions,
    opcodes: new Set(effects.flatMap(opcodeOf)),
    gated: barriers.size > 0 && !free(walk.entry),
    gates,
    complete: walk.complete,
    compared: comparedValues(living.flatMap(({ conditions }) => conditions)),
    effects,
    paysCaller: of('call').some(
      ({ to, amount }) => amount !== null && amount.constant !== 0n && isCaller(to, of('write')),
    ),
    callsBack: of('call').some(({ op, to }) => op === 'CALL' && isCalledBack(to, mentions)),
    priced: living.some(({ conditions }) => conditions.some((condition) => isAboutCoins(condition))),
  }
}

/** Whether the callee is the caller, or an account that the call names and that is asked for more than a token is. */
function isCalledBack(to: Value, mentions: readonly number[]): boolean {
  const party = partyOf(to)
  if (party === null || party === 'origin') return false
  return party === 'caller' || mentions.some((selector) => !TOKEN_CALLS.has(selector))
}

/** Whether a value is the caller, an account that the call names, or a word that the call itself fills with one. */
function isCaller(value: Value, writes: readonly Extract<Effect, { type: 'write' }>[]): boolean {
  const party = partyOf(value)
  if (party !== null) return party !== 'origin'
  const read = unmasked(value)
  const slot = read.op === 'SLOAD' ? read.from.at(-1)?.slot : undefined
  return writes.some((one) => slot !== undefined && one.place?.slot === slot && (one.value.marks & MARK.caller) !== 0)
}

/** Whether a condition compares the coins that were sent along: that there are none is no price. */
function isAboutCoins({ op, args }: Value): boolean {
  if (LOGIC.has(op)) return args.some((one) => unmasked(one).op !== 'CALLVALUE' && isAboutCoins(one))
  return COMPARISONS.has(op) && args.some(hasCoins)
}

function hasCoins({ op, args }: Value): boolean {
  return op === 'CALLVALUE' || args.some(hasCoins)
}

function isGate({ about, of, slot, needs }: Demand, personal: ReadonlySet<Hex>): boolean {
  if (of !== 'caller' && of !== 'origin') return false
  if (about === 'account') return needs !== false
  return about === 'list' && needs !== false && slot !== null && !personal.has(slot)
}

function opcodeOf(effect: Effect): string[] {
  if (effect.type === 'call' || effect.type === 'create') return [effect.op]
  return effect.type === 'selfdestruct' ? ['SELFDESTRUCT'] : effect.type === 'origin' ? ['ORIGIN'] : []
}

export function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}

/** Returns the values that the conditions of one function compare the call with. Undefined: none. */
export function comparedValues(conditions: readonly Value[]): ComparedValues | undefined {
  const words = new Set<bigint>()
  const wei = new Set<bigint>()
  let hashes = false
  let fixedHash = false as boolean
  const look = ({ op, args }: Value): void => {
    if (LOGIC.has(op)) args.forEach(look)
    const [first, second] = args
    if (!COMPARISONS.has(op) || first === undefined || second === undefined) return
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { constant } = other
      const exact = op === 'EQ' || op === 'SUB' || op === 'XOR'
      if (exact && HASHES.has(one.op) && (constant !== null || other.op === 'SLOAD')) {
        hashes = true
        fixedHash ||= constant !== null
      }
      if (constant === null) continue
      const telling = exact ? constant !== MASK : constant < MAX_LIMIT
      if (telling && isArgument(one) && constant >= MIN_WORD) words.add(constant)
      if (unmasked(one).op === 'CALLVALUE' && constant > 0n) {
        wei.add(constant)
        if (!exact) wei.add(constant + 1n)
      }
    }
  }
  conditions.forEach(look)
  // First: beside another field of its word, no bound alone passes.
  const packed = packedWords(conditions)
  if (packed.length === 0 && words.size === 0 && wei.size === 0 && !hashes) return undefined
  const hex = (word: bigint) => `0x${word.toString(16).padStart(64, '0')}` as const
  return {
    words: distinct([...packed, ...[...words].slice(0, MAX_WORDS)]).map(hex),
    wei: [...wei].slice(0, MAX_WEI),
    hashes,
    ...(fixedHash && { fixedHash }),
  }
}

/** An argument itself, masked or shifted; that it equals itself masked is a check of its type. */
function isArgument(value: Value): boolean {
  const { op, argument } = unmasked(value)
  return op === 'ARG' && argument > 0
}
