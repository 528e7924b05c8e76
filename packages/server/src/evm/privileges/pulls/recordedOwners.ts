import type { Hex } from '@redoubt/risk/address.ts'
import { explorePulls, TOKEN_TRANSFERS } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import { analysedFunctions } from './calledFunctions.ts'
import { pullsWorld } from './pullsWorld.ts'

const TRANSFER_FROM = '0x23b872dd'
const MAX_STEPS = 40_000

type Walked = Parameters<typeof pullsWorld>
type Bytecode = Parameters<typeof analysedFunctions>[0]

/** Returns the functions that take tokens of an account which the contract stored or its caller names, and not of the caller. */
export async function takersFromRecords(
  chain: Walked[0],
  { bytecode, ...subject }: Omit<Walked[1], 'powers'> & { bytecode: Bytecode },
  signal: AbortSignal,
): Promise<Hex[]> {
  const asking = bytecode.functions.filter(({ asks }) => asks.includes(TRANSFER_FROM))
  if (asking.length === 0) return []
  let isRecorded = false
  const world: Explored = {
    ...pullsWorld(chain, { ...subject, powers: TOKEN_TRANSFERS }, signal),
    left: MAX_STEPS,
    moved({ marks }) {
      isRecorded ||= (marks & TAINT.caller) === 0 && ((marks & TAINT.stored) !== 0 || inputsOf(marks) !== 0)
    },
  }
  const takers: Hex[] = []
  for (const { selector, inputs } of analysedFunctions({ ...bytecode, functions: asking }, '0x')) {
    isRecorded = false
    for (const input of inputs) {
      signal.throwIfAborted()
      if (!isRecorded) await explorePulls(world, input)
    }
    if (isRecorded && selector !== '0x') takers.push(selector)
  }
  return takers
}
