import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** `block`: the newest block in which the address got its code. Null when no node keeps state that old; it had code at `notAfter`. */
export type FoundCreation = { block: bigint | null; notAfter: bigint }

/** Reads per round trip: four bits of the block number each, seven round trips for twenty million blocks. */
const LOOKS = 15n
/** Blocks of state that nodes without an archive keep: Geth 128, Reth 10,064, Erigon 100,000. */
const KEPT_BLOCKS = [100n, 1_000n, 10_000n, 90_000n]

/**
 * Searches the history of a contract that exists at the block for its creation, several ancestors at a time (one upstream
 * batch). Code that was destroyed and made again is found where it was made last, as far as the looks tell.
 * @throws when the network cannot be read.
 */
export async function searchCreation(
  chain: Pick<ChainSource, 'codeAt'>,
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<FoundCreation> {
  const look = async (at: bigint) => ({ at, code: await chain.codeAt(block, at, address, signal) })
  /** No code: before genesis there is none. */
  let without = -1n
  let withCode = block.number
  let more = KEPT_BLOCKS.map((back) => block.number - back)
  while (withCode - without > 1n) {
    const looks = await Promise.all(between(without, withCode, more).map(look))
    more = []
    const newest = (is: (code: Hex | null) => boolean) =>
      looks.filter(({ code }) => is(code)).reduce((found, { at }) => (at > found ? at : found), -1n)
    const lost = newest((code) => code === null)
    without = [without, newest(isEmpty)].reduce((a, b) => (a > b ? a : b))
    const least = lost > without ? lost : without
    withCode = looks
      .filter(({ at, code }) => code !== null && !isEmpty(code) && at > least)
      .reduce((oldest, { at }) => (at < oldest ? at : oldest), withCode)
    if (lost > without) return { block: null, notAfter: withCode }
  }
  return { block: withCode, notAfter: withCode }
}

function isEmpty(code: Hex | null): boolean {
  return code === '0x'
}

/** Evenly spaced blocks strictly between two, and `more`. */
function between(from: bigint, to: bigint, more: readonly bigint[]): bigint[] {
  const room = to - from - 1n
  const looks = room < LOOKS ? room : LOOKS
  const even = Array.from(
    { length: Number(looks) },
    (_, index) => from + ((to - from) * BigInt(index + 1)) / (looks + 1n),
  )
  return [...new Set([...even, ...more.filter((one) => one > from && one < to)])]
}
