import type { Hex } from '@redoubt/risk/address.ts'
import { explorePulls } from './explore.ts'
import type { Explored } from './explored.ts'
import { ACCOUNT, ACCOUNT_MASK, inputMark } from './marks.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

const ACCOUNT_BYTES = 20
/** Layouts of one call data: each shows accounts that the one before had in parts. */
const MAX_LAYOUTS = 3
/** The first mark of an account at a place that the code told, and how many there are. */
const FIRST_MARK = 18
const MAX_ACCOUNTS = 3

type Found = Awaited<ReturnType<typeof explorePulls>>

/**
 * Explores a call as `explorePulls`. Where the code takes an account from bytes that hold parts of several inputs, as packed data does
 * behind an amount, an account is put there, and the call explored again. An account whose place is not found leaves the search incomplete.
 */
export async function exploreLayouts(
  world: Explored,
  { selector, input }: { selector: Hex; input: TaintedBytes },
): Promise<Found> {
  const found: Found = { pulls: [], complete: true, moves: false }
  for (let [laid, made]: [TaintedBytes, number] = [input, 0]; ; made++) {
    const misread: Word[] = []
    const { pulls, complete, moves } = await explorePulls(
      Object.assign(world, { misread, anyLength: selector === '0x' }),
      laid,
    )
    found.pulls.push(...pulls)
    found.complete &&= complete
    found.moves ||= moves
    if (misread.length === 0) return found
    const next = made < MAX_LAYOUTS ? withAccounts(laid, misread, made) : null
    if (next === null) return { ...found, complete: false }
    laid = next
  }
}

/** The same call data with an account where the code took each of these from; null where a place is not found. */
function withAccounts(input: TaintedBytes, misread: readonly Word[], made: number): TaintedBytes | null {
  const places = new Set<number>()
  for (const one of misread) {
    const at = placeOf(input, one)
    if (at === null) return null
    places.add(at)
  }
  const laid = input.fork()
  for (const [n, at] of [...places].slice(0, MAX_ACCOUNTS).entries()) {
    const index = FIRST_MARK + Math.min(made + n, MAX_ACCOUNTS - 1)
    laid.store(at, word(ACCOUNT + BigInt(FIRST_MARK + made * MAX_ACCOUNTS + n), inputMark(index)), ACCOUNT_BYTES)
  }
  return laid
}

/** Where the bytes of an account stand in the call data, by their values and marks. */
function placeOf(input: TaintedBytes, { value, marks }: Word): number | null {
  const account = value & ACCOUNT_MASK
  for (let at = 0; at + ACCOUNT_BYTES <= input.length; at++)
    if (input.marks(at, ACCOUNT_BYTES) === marks && input.word(at).value >> 96n === account) return at
  return null
}
