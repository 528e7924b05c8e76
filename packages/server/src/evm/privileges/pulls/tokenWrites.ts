import type { Hex } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { Bound } from '../paths/bounds.ts'
import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { slotKey } from '../paths/frame.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import type { ProposedCall, Roles } from '../paths/proposedCall.ts'
import type { Lifted, Opening } from '../paths/pull.ts'
import type { Range } from '../paths/sized.ts'
import type { TaintedBytes } from '../paths/taintedBytes.ts'
import type { Word } from '../paths/word.ts'
import { type KeyLock, keyLock } from '../signatures/replacedKey.ts'
import type { CalledFunction } from './calledFunctions.ts'
import { guardsOf } from './guards.ts'
import { PLENTY, writtenRange } from './writtenRange.ts'

/** Marks of the arguments that are the first key of an entry of nested mappings, and its other keys; `value`: of what is written there. */
export type EntryKeys = { first: number; others: number; value: number }

/** A word that a call sets: of a fixed slot, of an entry about an account of the call, or any word that the call names. */
export type WordWrite = {
  selector: Hex
  signature: string | null
  guards: PullGuard[]
  /** No condition was lifted but those about the caller, a signer or a secret. */
  asIs: boolean
  at: { kind: 'slot'; slot: bigint } | { kind: 'entry'; base: bigint; keys?: EntryKeys } | { kind: 'any' }
  /** Null: the caller chooses it; `seen` is what stood there then. */
  value: bigint | null
  /** Where a chosen value has to lie, as far as the path compared it. Absent: anywhere. */
  range?: Range
  /** Other fixed words of the contract that the same path set, to values that no caller chose. */
  beside: readonly { slot: bigint; value: bigint }[]
  seen: bigint
  /** The hash of its caller that it asks for. */
  lock?: KeyLock
  /** The path waits for a time: a real delay lets holders leave. */
  waits: boolean
  /** The calls that write it: the same by call data of several kinds. */
  proposals: readonly (readonly ProposedCall[])[]
}
/**
 * A call that lets an account of its choice spend the tokens of another account that it names, without that account's consent. `owner`, `amount`:
 * marks of its arguments. `lifted`: the conditions that stood before it.
 */
export type ForeignApproval = Pick<WordWrite, 'selector' | 'signature'> & {
  input: TaintedBytes
  owner: number
  amount: number
  lifted: readonly Lifted[]
}
/** A call that lowers the balance of an account that it names, without that account's consent. */
export type Seizure = Pick<WordWrite, 'selector' | 'signature' | 'guards' | 'asIs' | 'lock' | 'waits' | 'proposals'>

const MAX_STEPS = 30_000
const MAX_SECOND_STEPS = 20_000
const MAX_OPENINGS = 3
const MAX_PROPOSALS = 4
/** transfer, transferFrom. */
const MOVES: ReadonlySet<Hex> = new Set(['0xa9059cbb', '0x23b872dd'])

/**
 * Runs every function with each guard lifted, and returns what it writes: words that a call chooses, and lower balances of others.
 * `isAlone`: transfers ask no other account. `complete`: all paths of single calls were executed.
 * @param balances Slot of the balances mapping; null where the contract is no token. `supply`: slot of the total supply. `allowances`: slot of
 * their mapping.
 */
export async function tokenWrites(
  before: Explored,
  functions: readonly CalledFunction[],
  {
    balances,
    supply = null,
    allowances = null,
    signal,
  }: { balances: bigint | null; supply?: bigint | null; allowances?: bigint | null; signal: AbortSignal },
): Promise<{
  words: WordWrite[]
  seizures: Seizure[]
  /** Calls for a key that is known by its hash only, which raise a balance and lower none. */
  mints: Seizure[]
  approvals: ForeignApproval[]
  isAlone: boolean
  complete: boolean
}> {
  const contacts = new Set<bigint>()
  let isWhole = true
  let isComplete = true
  const words: WordWrite[] = []
  const seizures: Seizure[] = []
  const mints: Seizure[] = []
  const approvals: ForeignApproval[] = []
  const isBalance = (slot: bigint) => balances !== null && before.bases.get(slot) === balances
  const keysOf = (slot: bigint, named: number, value: number): { keys?: EntryKeys } => {
    const first = inputsOf(before.keys?.get(slot) ?? 0) & named
    return first === 0 || first === named ? {} : { keys: { first, others: named & ~first, value } }
  }
  const isLowered = (slots: ReadonlyMap<string, Word>) => {
    const own = slotKey(before.entry, 0n).slice(0, -1)
    return [...slots].some(
      ([key, { value }]) => key.startsWith(own) && isBalance(BigInt(key.slice(own.length))) && value < PLENTY,
    )
  }
  const ended =
    (of: CalledFunction, input: TaintedBytes, opening?: Opening) =>
    (path: { slots: ReadonlyMap<string, Word>; lifted: readonly Lifted[]; bounds: readonly Bound[] }) => {
      const { lifted } = path
      const waits = lifted.some(({ marks }) => (marks & TAINT.time) !== 0)
      const asIs = lifted.every(isAboutKey)
      const key = keyLock(lifted, before.caller)
      const lock = key?.who === 'caller' && key.preimage !== null ? { lock: key } : {}
      const own = slotKey(before.entry, 0n).slice(0, -1)
      const proposed = (roles: Roles): ProposedCall[] => [
        ...(opening === undefined ? [] : [{ input: opening.input, roles }]),
        { input, roles },
      ]
      const isFixed = (place: number) => place === 0 || place === TAINT.hash
      const fixed = [...path.slots].flatMap(([key, { value, marks, place = 0 }]) => {
        if (!key.startsWith(own) || !isFixed(place) || inputsOf(marks) !== 0) return []
        const slot = BigInt(key.slice(own.length))
        return isBalance(slot) ? [] : [{ slot, value }]
      })
      for (const [key, { value, marks, place = 0 }] of path.slots) {
        // What the first call wrote is the first call's.
        if (!key.startsWith(own) || opening?.slots.get(key)?.value === value) continue
        const slot = BigInt(key.slice(own.length))
        const named = inputsOf(place)
        const pull = { owner: 0, anyCall: false, chosen: 0, amount: null, lifted }
        const { selector, signature } = of
        const owner = inputsOf(before.keys?.get(slot) ?? 0)
        if (allowances !== null && before.bases.get(slot) === allowances && owner !== 0 && value !== 0n) {
          // A number of the call, such as a nonce, is chosen as what is stored says.
          const conditions = lifted.filter(({ bare = 0 }) => bare === 0)
          const asked = (place & TAINT.caller) === 0 ? guardsOf({ ...pull, lifted: conditions, owner }, before) : null
          if (asked !== null && asked.length > 0 && opening === undefined)
            approvals.push({ selector, signature, input, owner, amount: inputsOf(marks) & ~owner, lifted })
        }
        if (isBalance(slot)) {
          const isLower =
            named !== 0 && (place & TAINT.caller) === 0 && value < (opening?.slots.get(key)?.value ?? PLENTY)
          const isRaised = opening === undefined && value > PLENTY
          if (isRaised && 'lock' in lock && !isLowered(path.slots)) {
            const proposals = [proposed({ victim: named, amount: inputsOf(marks) & ~named || inputsOf(marks) })]
            mints.push({
              selector,
              signature,
              guards: [{ by: 'key-hash', holder: null }],
              asIs,
              ...lock,
              waits,
              proposals,
            })
          }
          const guards = isLower ? guardsOf({ ...pull, owner: named }, before) : null
          // Guards that any caller can meet may be the signature of the account itself.
          if (guards !== null && (guards.length > 0 || lifted.length === 0))
            seizures.push({
              selector,
              signature,
              guards,
              asIs,
              ...lock,
              waits,
              proposals: [proposed({ victim: named, amount: inputsOf(marks) & ~named || inputsOf(marks) })],
            })
          continue
        }
        const chosen = inputsOf(marks)
        // A condition on the value itself bounds it.
        if (chosen !== 0 && lifted.some((one) => one.identity === undefined && (one.marks & chosen) !== 0)) continue
        const base = before.bases.get(slot)
        const at = isFixed(place)
          ? ({ kind: 'slot', slot } as const)
          : named !== 0 && (place & TAINT.hash) === 0
            ? ({ kind: 'any' } as const)
            : named !== 0 && base !== undefined && (place & TAINT.caller) === 0
              ? ({ kind: 'entry', base, ...keysOf(slot, named, chosen) } as const)
              : null
        const guards = at === null ? null : guardsOf(pull, before)
        if (at !== null && guards !== null)
          words.push({
            selector,
            signature,
            guards,
            asIs,
            ...lock,
            at,
            value: chosen === 0 ? value : null,
            ...(chosen !== 0 && writtenRange(path.bounds, { value, marks })),
            beside: fixed.filter((other) => other.slot !== slot),
            seen: value,
            waits,
            proposals: [
              proposed(at.kind === 'any' ? { slot: named, value: chosen } : { victim: named, amount: chosen }),
            ],
          })
      }
    }
  const world: Explored = {
    ...before,
    left: MAX_STEPS,
    storage: async (account, slot) => (isBalance(slot) || slot === supply ? PLENTY : before.storage(account, slot)),
  }
  for (const one of functions)
    for (const input of one.inputs) {
      signal.throwIfAborted()
      const isMove = MOVES.has(one.selector)
      const { complete } = await explorePulls(
        { ...world, ended: ended(one, input), ...(isMove && { contacts }) },
        input,
      )
      if (isMove && !complete) isWhole = false
      isComplete &&= complete
    }
  // A first call may store what a second one does.
  const second: Explored = { ...world, left: MAX_SECOND_STEPS }
  for (const opening of world.openings.filter(isHeld).slice(0, MAX_OPENINGS))
    for (const one of functions.filter(({ selector }) => selector !== '0x').toSorted(byLength)) {
      signal.throwIfAborted()
      // The same arguments once more, as what was announced is carried out, and others.
      const [same] = one.inputs
      for (const input of [...(same === undefined ? [] : [same]), ...(one.second ?? [])])
        await explorePulls(Object.assign(second, { ended: ended(one, input, opening) }), input, opening)
    }
  return {
    words: distinct(words),
    seizures: distinct(seizures),
    mints: distinct(mints),
    approvals,
    isAlone: isWhole && contacts.size === 0,
    complete: isComplete,
  }
}

/** Whether a condition asks who calls or signs, or for a secret, and not what is stored. */
function isAboutKey({ identity, committed, marks }: Lifted): boolean {
  // The code itself has the hash: of its key, or of a list of keys.
  const isHashed = (marks & TAINT.hash) !== 0 && (marks & (TAINT.stored | TAINT.answer)) === 0
  return identity !== undefined || committed !== undefined || isHashed || (marks & TAINT.signer) !== 0
}

/** What carries out a stored call has few arguments. */
function byLength(a: CalledFunction, b: CalledFunction): number {
  return (a.inputs[0]?.length ?? 0) - (b.inputs[0]?.length ?? 0)
}

/** Whether a call keeps its arguments in words of their own, and not under an account. */
function isHeld({ slots }: Opening): boolean {
  return [...slots.values()].some(({ place, marks }) => place === 0 && inputsOf(marks) !== 0)
}

/** One of each, with the calls of all that are the same. */
function distinct<Found extends Pick<WordWrite, 'proposals'>>(found: readonly Found[]): Found[] {
  const text = ({ proposals: _, ...one }: Found) =>
    JSON.stringify(one, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  const groups = Map.groupBy(found, text)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first === undefined
      ? []
      : [{ ...first, proposals: same.flatMap(({ proposals }) => proposals).slice(0, MAX_PROPOSALS) }]
  })
}
