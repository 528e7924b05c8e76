import { padHex } from 'viem/utils'
import type { Explored } from './explored.ts'
import { selectorOf } from './frame.ts'
import { inputsOf, TAINT } from './marks.ts'
import type { PathState } from './pathState.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

/** permit() of EIP-2612 and of DAI, and the number of their arguments. */
const PERMITS = new Map([
  [0xd505accf, 7],
  [0x8fcbaf0c, 8],
])
const OWNER_AT = 4

/**
 * What a permit on a token that the code fixes answers: no success, by the owner's signature. Where the code asks for success, its owner consents; where it goes on after
 * a failure, none does. Null for other calls, and for a token that accepts a permit without a signature, as a fallback for all calls does.
 */
export async function permitSuccess(
  state: PathState,
  { to, target, input }: { to: Word; target: bigint; input: TaintedBytes },
  world: Explored,
): Promise<Word | null> {
  const selector = selectorOf(input)
  const count = PERMITS.get(selector)
  if (count === undefined || world.refuses === undefined || inputsOf(to.marks | input.marks(0, 4)) !== 0) return null
  const owner = inputsOf(input.word(OWNER_AT).marks)
  if (owner === 0) return null
  // A made-up owner, and a signature of none.
  const words = Array.from({ length: count }, (_, at) => (at === 0 ? world.caller : at === count - 3 ? 27n : 1n))
  const data = words.map((one) => padHex(`0x${one.toString(16)}`, { size: 32 }).slice(2)).join('')
  if (!(await world.refuses(target, `0x${selector.toString(16).padStart(8, '0')}${data}`))) return null
  state.permits = [...state.permits, { token: target, owner, at: state.lifted.length }]
  return word(0n, owner | TAINT.signer)
}

/** Places of conditions that a permit succeeded which is none of this owner for this token: its caller signs it for another account. */
export function foreignPermits(
  { permits, lifted }: PathState,
  { token, owner }: { token: bigint; owner: number },
): number[] {
  return permits.flatMap((one) => {
    const isOwn = one.token === token && (one.owner & owner) !== 0
    return isOwn || lifted[one.at]?.marks !== (one.owner | TAINT.signer) ? [] : [one.at]
  })
}
