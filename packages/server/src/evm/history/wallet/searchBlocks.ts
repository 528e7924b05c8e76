/** The oldest block where a condition holds; `block` null: no node keeps state that old, and it held at `notAfter`. */
export type FoundBlock = { block: bigint | null; notAfter: bigint }

/** Reads per round trip: four bits of the block number each. */
const LOOKS = 15n

/**
 * Searches for the block from which a condition holds for good: it holds at `until`, and once true it stays true. Several blocks
 * are read at a time, as one batch.
 * @param holds null where the state is not kept, which is so for every older block too.
 */
export async function searchBlocks(
  holds: (block: bigint) => Promise<boolean | null>,
  { after = -1n, until }: { after?: bigint; until: bigint },
): Promise<FoundBlock> {
  let without = after
  let withIt = until
  /** The newest block whose state is not kept. */
  let lost = after
  const floor = () => (lost > without ? lost : without)
  while (withIt - floor() > 1n) {
    const looks = await Promise.all(between(floor(), withIt).map(async (at) => ({ at, held: await holds(at) })))
    for (const { at, held } of looks) {
      if (held === null && at > lost) lost = at
      if (held === false && at > without) without = at
    }
    for (const { at, held } of looks) if (held === true && at > floor() && at < withIt) withIt = at
  }
  return { block: lost > without ? null : withIt, notAfter: withIt }
}

function between(from: bigint, to: bigint): bigint[] {
  const room = to - from - 1n
  const looks = room < LOOKS ? room : LOOKS
  const even = Array.from({ length: Number(looks) }, (_, at) => from + ((to - from) * BigInt(at + 1)) / (looks + 1n))
  return [...new Set(even)]
}
