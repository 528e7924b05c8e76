import type { Hex } from '@redoubt/risk/address.ts'
import type { BlockHeader, BlockMark } from '../ports.ts'

/** One line of blocks, each the parent of the next: those judged last, and those ahead that are not yet. */
export type HeaderLine = {
  /** The block judged last. */
  judged(): BlockMark
  /** The newest block. */
  tip(): BlockMark
  /** The oldest number whose hash is known. */
  floor(): bigint
  hashAt(number: bigint): Hex | undefined
  /** All blocks ahead, oldest first: the first is to be judged next. */
  ahead(): readonly BlockHeader[]
  /**
   * Continues with a branch, from the block that its first is the child of; what was after it goes. The branch may begin at
   * the floor or below: then nothing is left of the old line, and the parent of its first counts as judged.
   * @returns How many judged blocks are orphaned.
   * @throws RangeError when it is not of one piece, or leaves this line nowhere.
   */
  adopt(branch: readonly BlockHeader[]): number
  /** The next one was judged; hashes below `keepFrom` are forgotten. */
  pass(keepFrom: bigint): void
  /** Forgets what is ahead. */
  drop(): void
}

/** @param marks the blocks judged last, oldest first; at least one. */
export function createHeaderLine(marks: readonly BlockMark[]): HeaderLine {
  let judged: BlockMark[] = [...marks]
  let ahead: BlockHeader[] = []
  if (judged.length === 0) throw new RangeError('A line begins with a block.')
  judged.forEach((mark, index) => {
    if (mark.number !== first().number + BigInt(index)) throw new RangeError('The blocks judged have a gap.')
  })

  function first(): BlockMark {
    return judged[0] as BlockMark
  }
  const last = () => judged[judged.length - 1] as BlockMark
  const tip = () => ahead[ahead.length - 1] ?? last()
  const hashAt = (number: bigint) => {
    const at = Number(number - first().number)
    return (judged[at] ?? ahead[at - judged.length])?.hash
  }

  function adopt(branch: readonly BlockHeader[]): number {
    const [start] = branch
    if (start === undefined) return 0
    branch.forEach((header, index) => {
      const parent = branch[index - 1]
      if (parent && (header.number !== parent.number + 1n || header.parentHash !== parent.hash))
        throw new RangeError('The branch is not of one piece.')
    })
    const parent: BlockMark = { number: start.number - 1n, hash: start.parentHash }
    const fromFloor = start.number <= first().number
    if (!fromFloor && hashAt(parent.number) !== parent.hash)
      throw new RangeError('The branch leaves this line nowhere.')
    const before = last().number
    judged = fromFloor ? [parent] : judged.filter(({ number }) => number <= parent.number)
    ahead = [...ahead.filter(({ number }) => number <= parent.number), ...branch]
    return parent.number < before ? Number(before - parent.number) : 0
  }

  return {
    judged: last,
    tip,
    floor: () => first().number,
    hashAt,
    ahead: () => ahead,
    adopt,
    pass(keepFrom) {
      const passed = ahead.shift()
      if (passed === undefined) throw new RangeError('Nothing is ahead.')
      judged.push({ number: passed.number, hash: passed.hash })
      const old = judged.findIndex(({ number }) => number >= keepFrom)
      if (old > 0) judged.splice(0, old)
    },
    drop() {
      ahead = []
    },
  }
}
