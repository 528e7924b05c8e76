import type { Bound } from '../paths/bounds.ts'
import type { Range } from '../paths/sized.ts'
import type { Word } from '../paths/word.ts'

/** Balance of each account, and the supply, while the code runs: more than any word of the call. */
export const PLENTY = 1n << 200n
/** What is written; absent: any number. */
type Ranged = { range?: Range }
/** A limit above this part of the supposed supply is a part of the supply. */
const MIN_PART = PLENTY >> 96n

/** Where a number of the call has to lie that it writes as it is: what the path compared it with is no guard that lifts. */
export function writtenRange(bounds: readonly Bound[], { value, marks }: Pick<Word, 'value' | 'marks'>): Ranged {
  const found = bounds.find((one) => one.value === value && one.marks === marks)
  return found === undefined ? {} : { range: { least: found.least, most: found.most } }
}

/** Whether a chosen value lies where it has to. `supply`: the real one, in whose place the walk supposed another; null: not known. */
export function mayWrite({ range }: Ranged, value: bigint, supply: bigint | null): boolean {
  if (range === undefined) return true
  const real = (limit: bigint) => {
    const isPart = limit >= MIN_PART && limit <= PLENTY
    return supply !== null && isPart ? (limit * supply) / PLENTY : limit
  }
  return value >= real(range.least) && value <= real(range.most)
}
