import { isBurnAddress } from '../effects.ts'
import { inputsOf, NUMBER, TAINT } from './marks.ts'
import type { Lifted, Pull, Setter } from './pull.ts'

/** Words that are set one after another: an owner nominates, and the nominee accepts. */
const MAX_STEPS = 3
const MAX_WAYS = 6
/** Words of an entry of a list. */
const ENTRY_WORDS = Array.from({ length: 12 }, (_, at) => BigInt(at + 1))
const MAX_LENGTH = 100_000n
/** Numbers of a call, which follow each other from `NUMBER` on. */
const MAX_INPUTS = 256n

/**
 * Returns the pull; where its guard compares the caller with a stored word that names no account yet, also the pull for accounts that
 * other calls let in: the guards of these calls take the place of that guard.
 */
export function appointments(pull: Pull, setters: readonly Setter[]): Pull[] {
  const ways: Pull[] = [pull]
  let open = [{ lifted: pull.lifted, passed: new Set<bigint>() }]
  for (let step = 0; step < MAX_STEPS && open.length > 0; step++) {
    const next = open.flatMap(({ lifted, passed }) => {
      const vacant = lifted.find(isVacant)
      const slot = vacant?.identity?.slot
      if (vacant === undefined || slot === undefined || passed.has(slot)) return []
      // Beside the caller, the same word is often held against zero.
      const others = lifted.filter((one) => one !== vacant)
      return setters
        .filter(
          (one) =>
            one.slot === slot && one.filled === undefined && one.member === undefined && one.lifted.every(isPassable),
        )
        .map((one) => ({
          lifted: [...others, ...one.lifted.map(ofOtherCall), ...holderOf(one)],
          passed: new Set([...passed, slot]),
        }))
    })
    open = next.slice(0, MAX_WAYS)
    for (const { lifted } of open) if (!lifted.some(isVacant)) ways.push({ ...pull, lifted })
  }
  return ways.slice(0, MAX_WAYS)
}

/**
 * Returns the pull as accounts make it that put themselves into the list that its guard reads: the guard compares the caller with an entry
 * of a list, by an id of the call, and any account may add an entry that names it.
 */
export function selfListed(pull: Pull, setters: readonly Setter[]): Pull[] {
  return pull.lifted.flatMap((guard): Pull[] => {
    const { identity } = guard
    const id = inputsOf(identity?.otherMarks ?? 0)
    if (identity?.who !== 'caller' || identity.slot === undefined || id === 0 || (id & pull.owner) !== 0) return []
    const { slot } = identity
    const own = setters.find((one) => one.entry === true && isSameList(slot, one.slot) && one.lifted.every(isPassable))
    if (own === undefined) return []
    // The new entry has an id, and nothing else is asked of it.
    const isOfEntry = ({ marks, identity: other }: Lifted) =>
      other === undefined && (marks & id) !== 0 && (marks & pull.owner) === 0
    const others = pull.lifted.filter((one) => one !== guard && !isOfEntry(one))
    return [{ ...pull, lifted: [...others, ...own.lifted.map(ofOtherCall)] }]
  })
}

/** Whether an entry by a marked id and the next entry, both by their slots, are of one list: as far apart as the ids, in words of an entry. */
export function isSameList(marked: bigint, next: bigint): boolean {
  const apart = BigInt.asIntN(256, marked - next)
  return ENTRY_WORDS.some((words) => apart % words === 0n && isNearInput(apart / words))
}

function isNearInput(distance: bigint): boolean {
  return distance > NUMBER - MAX_LENGTH && distance < NUMBER + MAX_INPUTS
}

function isVacant({ identity }: Lifted): boolean {
  return identity?.who === 'caller' && inputsOf(identity.otherMarks) === 0 && isBurnAddress(identity.other)
}

/** Whether an account can meet the condition of a setter: a flag that is set for good, it cannot. */
function isPassable({ marks, identity }: Lifted): boolean {
  return (
    identity !== undefined || (marks & TAINT.time) !== 0 || (marks & (TAINT.stored | TAINT.answer | TAINT.hash)) === 0
  )
}

/** The caller has to be the account that the setter stores. */
function holderOf({ holder }: Setter): Lifted[] {
  if (holder === undefined) return []
  const marks = TAINT.caller | TAINT.stored
  return [{ marks, identity: { who: 'caller', own: 0n, other: holder, otherMarks: TAINT.stored } }]
}

/** Arguments of another call are not those of the pull. */
export function ofOtherCall({ marks, identity }: Lifted): Lifted {
  const own = marks & ~inputsOf(marks)
  return identity === undefined ? { marks: own } : { marks: own, identity }
}
