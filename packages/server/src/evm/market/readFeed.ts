import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** The slowest of the feeds writes at least once a day; an hour of grace. In seconds. */
const STALE_AFTER = 90_000n
const MAX_DECIMALS = 36n

/**
 * What a Chainlink feed answers at the block, as a plain number. Null when it does not answer, its answer is not positive or
 * is older than 25 hours by the block's own clock. `decimals` null asks the feed.
 */
export async function readFeed(
  chain: ChainSource,
  { block, feed, decimals }: { block: PinnedBlock; feed: Address; decimals: number | null },
  signal: AbortSignal,
): Promise<{ answer: number; updatedAt: bigint } | null> {
  const read = (data: ReturnType<typeof callData>) =>
    chain.call(block, { to: feed, data }, signal).catch(() => {
      signal.throwIfAborted()
      return null
    })
  const [round, places] = await Promise.all([
    read(callData('latestRoundData')),
    decimals === null ? read(callData('decimals')).then((answer) => wordAt(answer)) : BigInt(decimals),
  ])
  const price = wordAt(round, 1)
  const updatedAt = wordAt(round, 3)
  if (price === null || updatedAt === null || price === 0n || price >= 2n ** 127n) return null
  if (places === null || places > MAX_DECIMALS) return null
  if (updatedAt > block.timestamp || block.timestamp - updatedAt > STALE_AFTER) return null
  return { answer: Number(price) / 10 ** Number(places), updatedAt }
}
