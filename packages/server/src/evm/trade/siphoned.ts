import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/readAggregate.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Holder } from './recentHolders.ts'

/** Parts of a thousand below which a loss is rounding. */
const MIN_SHRINKAGE = 1n

/**
 * Counts the holders with less than after the last block in which the token logged anything about them: it was taken. A supply
 * that shrank by as much is a rebase, which takes from no holder. Holders without readable past state do not count.
 */
export async function siphoned(
  chain: ChainSource,
  { block, token, holders }: { block: PinnedBlock; token: Address; holders: readonly Holder[] },
  signal: AbortSignal,
): Promise<number> {
  const supply = { to: token, data: callData('totalSupply') }
  const still = holders.filter(({ movedAt }) => movedAt > 0n && movedAt < block.number)
  if (still.length === 0) return 0
  const present = wordAt((await readAggregate(chain, { block, reads: [supply] }, signal))[0] ?? null)
  const taken = await Promise.all(
    still.map(async ({ address, balance, movedAt }) => {
      const reads = [{ to: token, data: callData('balanceOf', address) }, supply]
      const past = await readAggregate(chain, { block, reads, ancestor: movedAt }, signal).catch(() => [])
      const [before, supplyBefore] = [wordAt(past[0] ?? null), wordAt(past[1] ?? null)]
      if (before === null) return false
      const shrunk = present !== null && supplyBefore !== null && present < supplyBefore && supplyBefore > 0n
      const expected = shrunk ? (before * present) / supplyBefore : before
      return balance < expected && (expected - balance) * 1_000n > expected * MIN_SHRINKAGE
    }),
  )
  return taken.filter(Boolean).length
}
