import { selectorOf, slotKey } from './frame.ts'
import { inputsOf, isInput, TAINT } from './marks.ts'
import type { Entry, Lifted, Opening, Pull, Setter, Write } from './pull.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import type { Identity, Word } from './word.ts'

/** What one path of an execution has done so far. */
type Path = { slots: ReadonlyMap<string, Word>; lifted: readonly Lifted[]; pulls: readonly Omit<Pull, 'lifted'>[] }
/** What all paths of a contract set. */
type Writes = {
  entry: bigint
  setters: Setter[]
  openings: Opening[]
  entries?: Entry[]
  writes?: Write[]
  bases: ReadonlyMap<bigint, bigint>
}

const MAX_SETTERS = 24
const MAX_FILLED = 8
const MAX_OPENINGS = 10
/** Of one function: its other paths leave much the same. */
const MAX_SAME_OPENINGS = 2
const ACCOUNT_BYTES = 20
const SELECTOR_BYTES = 4
const MIN_ACCOUNT = 1n << 100n
/** Above the slots of plain variables. */
const MIN_HASH = 1n << 128n
/** Arguments of a call that are looked at. */
const MAX_WORDS = 16

/** The account that a call of a wallet names, unless the caller chooses one. */
export function beneficiaryOf(input: TaintedBytes): Lifted | null {
  const named = [0, 1, 2]
    .map((at) => input.word(SELECTOR_BYTES + at * 32))
    .filter(({ value }) => value >= MIN_ACCOUNT && value >> 160n === 0n)
  const [first] = named
  if (first === undefined || named.some(({ marks }) => inputsOf(marks) !== 0 || (marks & TAINT.caller) !== 0))
    return null
  const identity: Identity = { who: 'caller', own: 0n, other: first.value, otherMarks: TAINT.stored }
  return { marks: TAINT.caller | TAINT.stored, identity }
}

/** Marks of the account that a written call may be about: the first argument, and one behind all, in whose name a forwarder calls (ERC-2771). */
export function ownerOf(input: TaintedBytes): number {
  const at = input.length - ACCOUNT_BYTES
  const last = input.marks(at, ACCOUNT_BYTES)
  const isAppended = at > SELECTOR_BYTES && last !== input.marks(at - 1, 1)
  return inputsOf(input.marks(SELECTOR_BYTES, 32) | (isAppended ? last : 0))
}

/** Whether many callers pass what was lifted: proofs and signatures that come with the call, and settings, name no caller alone. */
export function mayBeMany(lifted: readonly Lifted[]): boolean {
  return lifted.every(({ marks }) => {
    const isProof = (marks & TAINT.hash) !== 0 && inputsOf(marks) !== 0
    return (marks & TAINT.caller) === 0 || (isProof && (marks & (TAINT.stored | TAINT.answer)) === 0)
  })
}

/** Whether an account is the signer of what comes with the call: recovered from it, or compared with what was. */
export function isSigned({ marks }: Pick<Word, 'marks'>, lifted: readonly Lifted[]): boolean {
  if ((marks & TAINT.signer) !== 0) return true
  const isSame = ({ identity }: Lifted) => identity?.who === 'signer' && (identity.otherMarks & inputsOf(marks)) !== 0
  return inputsOf(marks) !== 0 && lifted.some(isSame)
}

/** Marks of the owner, and of other arguments that the path takes for the same account. */
function marksOfOwner(owner: number, lifted: readonly Lifted[]): number {
  let marks = owner
  // As often as there are conditions: each may join two others.
  for (const _ of lifted) for (const { same = 0 } of lifted) if ((same & marks) !== 0) marks |= same
  return marks
}

/** Whether what the contract took for itself is booked to an account that the call names, and not to its owner. */
export function isHarmful(
  { kept, owner: named, amount }: Omit<Pull, 'lifted'>,
  { slots, lifted }: Pick<Path, 'slots' | 'lifted'>,
): boolean {
  if (kept !== true) return true
  const owner = marksOfOwner(named, lifted)
  const paid = inputsOf(amount?.marks ?? 0)
  const books = [...slots.values()].filter(
    ({ place = 0, marks }) => (place & TAINT.hash) !== 0 && inputsOf(place) !== 0 && (marks & paid) !== 0,
  )
  return books.length > 0 && books.every(({ place = 0 }) => (place & owner) === 0)
}

/**
 * Whether a call of the contract pays what it took for itself on: it names the amount, and an account that the caller chose and that is not
 * the owner, such as a receiver or a token on the way of a swap.
 */
export function passesOn(
  { kept, owner: named, amount }: Omit<Pull, 'lifted'>,
  { input, lifted }: { input: TaintedBytes; lifted: readonly Lifted[] },
): boolean {
  const owner = marksOfOwner(named, lifted)
  const paid = inputsOf(amount?.marks ?? 0)
  if (kept !== true || paid === 0) return false
  const count = Math.min(Math.floor((input.length - SELECTOR_BYTES) / 32), MAX_WORDS)
  const words = Array.from({ length: Math.max(count, 0) }, (_, at) => input.word(SELECTOR_BYTES + at * 32))
  const isOther = ({ value, marks }: Word) =>
    value >= MIN_ACCOUNT && isInput(value) && inputsOf(marks) !== 0 && (marks & (owner | paid)) === 0
  return words.some(({ marks }) => (marks & paid) !== 0) && words.some(isOther)
}

/** redeem(uint256,address,address) and withdraw(uint256,address,address) of ERC-4626. */
const REDEMPTIONS = new Set([0xba087652, 0xb460af94])

/**
 * Whether a call may give all that was taken back to its owner: a redemption of shares (ERC-4626) by the token itself, which names the amount
 * and no other account of the call. Whether it does is not known, as the token is not executed.
 */
export function returnsAll(
  { kept, stays, owner, amount }: Omit<Pull, 'lifted'>,
  { target, input }: { target: bigint; input: TaintedBytes },
): boolean {
  if (kept !== true || stays !== target || amount === null || !isChosenNumber(amount)) return false
  if (!REDEMPTIONS.has(selectorOf(input))) return false
  const count = Math.min(Math.floor((input.length - SELECTOR_BYTES) / 32), MAX_WORDS)
  const words = Array.from({ length: Math.max(count, 0) }, (_, at) => input.word(SELECTOR_BYTES + at * 32))
  const accounts = words.filter(({ value, marks }) => value >= MIN_ACCOUNT && inputsOf(marks) !== 0)
  const isOwner = ({ value, marks }: Word) => isInput(value) && inputsOf(marks) === owner
  return (
    words.some(({ value, marks }) => value === amount.value && inputsOf(marks) === inputsOf(amount.marks)) &&
    accounts.length > 0 &&
    accounts.every(isOwner)
  )
}

function isChosenNumber({ value, marks }: Word): boolean {
  return inputsOf(marks) !== 0 && value < MIN_ACCOUNT
}

/** Whether its owner agreed by a condition, or has it in the books: else it is not known whose it is then. */
export function isAgreed(pull: Omit<Pull, 'lifted'>, { slots, lifted }: Pick<Path, 'slots' | 'lifted'>): boolean {
  const owner = marksOfOwner(pull.owner, lifted)
  const names = (marks = 0) => (marks & owner) !== 0
  return lifted.some(({ marks }) => names(marks)) || [...slots.values()].some(({ place }) => names(place))
}

/** Remembers the words of the called contract that a path sets, and the state that it leaves where it keeps arguments. */
export function noteWrites({ slots, lifted, pulls }: Path, writes: Writes, input: TaintedBytes): void {
  const { entry, setters, openings, entries, bases, writes: all } = writes
  const own = slotKey(entry, 0n).slice(0, -1)
  let keeps = false
  for (const [key, { value, marks, place, base }] of slots) {
    if (!key.startsWith(own)) continue
    all?.push({ slot: BigInt(key.slice(own.length)), lifted })
    keeps ||= inputsOf(marks) !== 0
    // A large slot of the code may be the entry of an account that its author chose.
    if (place !== undefined && (place !== 0 || BigInt(key.slice(own.length)) >= MIN_HASH))
      entries?.push({ place, lifted, ...(base !== undefined && { base }) })
    const isSet = inputsOf(marks) !== 0 || (marks & TAINT.caller) !== 0
    const isMoved = marks === TAINT.stored && value >= MIN_ACCOUNT && value >> 160n === 0n
    const isFull = (of: (one: Setter) => boolean, max: number) => setters.filter(of).length >= max
    const slot = BigInt(key.slice(own.length))
    const list = bases.get(slot)
    const isMember = list !== undefined && inputsOf(place ?? 0) !== 0 && ((place ?? 0) & TAINT.caller) === 0
    if (isMember && value !== 0n && !isFull(({ member }) => member === true, MAX_FILLED))
      setters.push({ slot: list, lifted, member: true, input })
    // The length of a list tells where its next entry is.
    if (isNext(place) && inputsOf(marks) !== 0 && !isFull(({ filled }) => filled === true, MAX_FILLED))
      setters.push({ slot, lifted, filled: true, input })
    if (isFull((one) => !isFilled(one), MAX_SETTERS)) continue
    if (place === TAINT.stored && (marks & TAINT.caller) !== 0) setters.push({ slot, lifted, entry: true })
    if (place !== 0) continue
    if (isSet) setters.push({ slot, lifted, input })
    else if (isMoved) setters.push({ slot, lifted, holder: value })
  }
  const same = openings.filter((one) => selectorOf(one.input) === selectorOf(input))
  if (keeps && pulls.length === 0 && openings.length < MAX_OPENINGS && same.length < MAX_SAME_OPENINGS)
    openings.push({ slots: new Map(slots), lifted, input })
}

const isFilled = ({ filled, member }: Setter) => filled === true || member === true

/** Whether a word is at the end of a list: its place depends on what is stored, and on no argument. */
function isNext(place = 0): boolean {
  return (place & TAINT.stored) !== 0 && (place & ~(TAINT.stored | TAINT.hash)) === 0
}
