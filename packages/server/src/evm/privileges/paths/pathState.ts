import type { Bound } from './bounds.ts'
import type { Frame } from './frame.ts'
import type { Lifted, Permit, Pull } from './pull.ts'
import type { Word } from './word.ts'

/** One path of an execution, with the calls in progress. */
export type PathState = {
  frames: Frame[]
  slots: Map<string, Word>
  lifted: Lifted[]
  pulls: Omit<Pull, 'lifted'>[]
  /** Branches lifted on the way, by place. */
  places: Set<string>
  /** What was assumed of each truth: an operand of `&&` that failed stays failed where the whole is tested. */
  decided: Map<object, boolean>
  /** How large numbers of the call have to be, by what is stored. */
  bounds: Bound[]
  /** Permits of tokens that the path asks for. */
  permits: readonly Permit[]
}

export function forked({ frames, slots, lifted, pulls, places, decided, bounds, permits }: PathState): PathState {
  return {
    frames: frames.map((frame) => ({ ...frame, stack: frame.stack.slice(), memory: frame.memory.fork() })),
    slots: new Map(slots),
    lifted: [...lifted],
    pulls: [...pulls],
    places: new Set(places),
    decided: new Map(decided),
    bounds: [...bounds],
    permits,
  }
}
