import { readCode } from '../../bytecode/analysis/code.ts'
import { type Bound, isImpossible, noteSize } from './bounds.ts'
import type { Frame, Request } from './frame.ts'
import { inputsOf, isAccountInput, TAINT } from './marks.ts'
import { forked, type PathState } from './pathState.ts'
import { noteBound } from './payouts.ts'
import type { Lifted } from './pull.ts'
import { type Truth, truthOf, type Word } from './word.ts'

/** Guards lifted on one path, and times that one place is lifted. */
const MAX_LIFTED = 6
const MAX_SAME_PLACE = 3
/** What runs after a jump to no destination. */
const INVALID_CODE = readCode('0xfe')

/** Goes the way that the state says; returns the state of the other way, where a guard may have decided. */
export function branch(
  state: PathState,
  frame: Frame,
  { to, condition }: Extract<Request, { type: 'branch' }>,
  { lifts, bases }: { lifts: Map<string, number>; bases: ReadonlyMap<bigint, bigint> },
): PathState | null {
  const truth = truthOf(condition)
  const { of, negated, pins = 0, bare = 0, same = 0, committed, keyHash, order, typed, unset, tally } = truth
  const decided = state.decided.get(of)
  const isType = typed === true && decided === undefined
  // A number of the call fits its type or not, as its caller likes: both ways are gone, and neither is a guard.
  const known = isType ? true : (decided ?? sizedOutcome(state.bounds, condition, truth))
  const taken = known === undefined ? condition.value !== 0n : known !== negated
  const lands = frame.code.destinations[to] === 1
  const place = `${state.frames.length}.${frame.code.bytes.length}.${frame.pc}`
  const times = lifts.get(place) ?? 0
  let other: PathState | null = null
  noteBound(state.slots, condition)
  const may =
    known === undefined &&
    condition.marks !== 0 &&
    (taken || lands) &&
    times < MAX_SAME_PLACE &&
    state.lifted.length < MAX_LIFTED &&
    !isImpossible(state.bounds, truth, { holds: taken === negated, lifted: true })
  if (isType && (taken || lands)) {
    other = forked(state)
    other.decided.set(of, false)
    if (!taken) (other.frames.at(-1) as Frame).pc = to
  } else if (may && !state.places.has(place)) {
    lifts.set(place, times + 1)
    other = forked(state)
    other.decided.set(of, taken === negated)
    noteSize(other.bounds, truth, { holds: taken === negated, lifted: true })
    const { marks, identity } = condition
    other.lifted.push({
      marks,
      ...(identity !== undefined && { identity }),
      ...(taken === negated && pins !== 0 && { pins }),
      ...(taken === negated && same !== 0 && { same }),
      ...(taken === negated && bare !== 0 && { bare }),
      ...(taken === negated && committed !== undefined && { committed }),
      ...(taken === negated && keyHash !== undefined && { keyHash }),
      ...(order && { order }),
      ...(tally && { tally }),
      ...('slot' in of && typeof of.slot === 'bigint' && { slot: of.slot }),
      ...membership(unset ?? of, condition, bases),
      ...entryIn(of, condition, bases),
      ...(taken !== negated && isAccountInput(of) && { zeroed: true as const }),
    })
    other.places.add(place)
    if (!taken) (other.frames.at(-1) as Frame).pc = to
  }
  // What another contract says of the caller is made up: that it says so is a guard, too.
  if (known === undefined && isAboutCaller(condition) && !isAnother(condition, taken))
    state.lifted.push({ marks: condition.marks })
  const isRefuted =
    known === undefined && isImpossible(state.bounds, truth, { holds: taken !== negated, lifted: false })
  if (known === undefined) noteSize(state.bounds, truth, { holds: taken !== negated, lifted: false })
  state.decided.set(of, taken !== negated)
  if (taken) frame.pc = to
  // A number that was supposed before gives no such outcome: the other way is the only one.
  if ((taken && !lands) || isRefuted) [frame.code, frame.pc] = [INVALID_CODE, 0]
  return other
}

/** What a comparison says of a number of the call where what was decided of that number before leaves one answer, and not the one of this execution. */
function sizedOutcome(bounds: readonly Bound[], { value }: Word, truth: Truth): boolean | undefined {
  if (truth.compared?.less !== true) return undefined
  const holds = (value !== 0n) !== truth.negated
  const isPossible = (one: boolean) => !isImpossible(bounds, truth, { holds: one, lifted: false })
  return !isPossible(holds) && isPossible(!holds) ? !holds : undefined
}

/** The list that an entry about the caller, or a signer, is of. */
function membership(
  of: object,
  { marks }: Word,
  bases: ReadonlyMap<bigint, bigint>,
): Pick<Lifted, 'list' | 'alone' | 'signers'> {
  const isEntry = (marks & (TAINT.caller | TAINT.signer)) !== 0 && (marks & TAINT.hash) !== 0
  const list = isEntry && 'slot' in of && typeof of.slot === 'bigint' ? bases.get(of.slot) : undefined
  if (list === undefined) return {}
  if ((marks & TAINT.caller) === 0) return { signers: list }
  return 'base' in of && of.base === list ? { list, alone: true } : { list }
}

/** Whether the way that is gone is that of every caller but one account: no account has to agree to it. */
function isAnother({ identity, truth, ...condition }: Word, taken: boolean): boolean {
  const { of, negated, pins } = truth ?? { of: condition, negated: false }
  if (identity?.who !== 'caller') return false
  if (pins !== undefined) return taken === negated
  // A difference of two accounts, and no truth about one beside others.
  return 'value' in of && typeof of.value === 'bigint' && of.value > 1n && taken !== negated
}

/** The mapping whose entry about one argument decides, and nothing else. */
function entryIn(of: object, { marks }: Word, bases: ReadonlyMap<bigint, bigint>): Pick<Lifted, 'entry'> {
  const base = 'slot' in of && typeof of.slot === 'bigint' ? bases.get(of.slot) : undefined
  const key = inputsOf(marks)
  const isPlain = (marks & ~key) === (TAINT.stored | TAINT.hash)
  return base === undefined || key === 0 || !isPlain ? {} : { entry: { base, key } }
}

function isAboutCaller({ marks }: Word): boolean {
  return (marks & TAINT.answer) !== 0 && (marks & TAINT.caller) !== 0
}
