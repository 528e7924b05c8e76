import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { trustedUnits } from '../../market/trustedUnits.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { mixOf } from './bestWalk.ts'
import type { Gain, WalkOutcome, Watched } from './claimRuns.ts'

/** Percent of what a withdrawal was worth before, from which on assets were exchanged and not taken. */
const EXCHANGED_PERCENT = 75
const PARTS = 1_000_000n

/** Values what a withdrawal pays in assets that did not leave: the coin and tokens that others imitate, at trusted prices. */
export type OtherAssets = {
  /** USD of what the walk brought the account of them; 0 where nothing prices it. */
  worthOf(seen: Pick<WalkOutcome, 'calls'>): Promise<number>
  /** Whether a withdrawal pays in all its assets most of what another one did. */
  isExchanged(seen: WalkOutcome, before: WalkOutcome): Promise<boolean>
}

export function otherAssets(
  { chain }: { chain: ChainSource },
  { block, watched }: { block: PinnedBlock; watched: readonly Watched[] },
  signal: AbortSignal,
): OtherAssets {
  const unitOf = trustedUnits(chain, block, signal)
  const worthOf = async ({ calls }: Pick<WalkOutcome, 'calls'>): Promise<number> => {
    const sums = new Map<Address | null, bigint>()
    for (const { asset, amount } of calls.flatMap(({ gains }): Gain[] => gains))
      sums.set(asset, (sums.get(asset) ?? 0n) + amount)
    const all = await Promise.all([...sums].map(async ([asset, sum]) => Number(sum) * (await unitOf(asset))))
    return all.reduce((total, usd) => total + usd, 0)
  }
  return {
    worthOf,
    async isExchanged(seen, before) {
      const [now, then] = await Promise.all([seen, before].map(worthOf))
      const [all, usual] = [watchedUsd(seen), watchedUsd(before)]
      if (now === undefined || then === undefined || all === null || usual === null || now <= 0) return false
      return (all + now) * 100 >= (usual + then) * EXCHANGED_PERCENT
    },
  }

  /** Null: one of the assets has no trusted price. */
  function watchedUsd({ returned }: WalkOutcome): number | null {
    const last = returned.at(-1) ?? []
    let sum = 0
    for (const [at, { amount, usd }] of watched.entries()) {
      if (usd === null || amount <= 0n) return null
      sum += (usd * Number(((last[at] ?? 0n) * PARTS) / amount)) / Number(PARTS)
    }
    return sum
  }
}

/** What came back of each asset, with what came back of all others in its place, by worth. */
export function returnedWith(worth: number, returned: readonly bigint[], watched: readonly Watched[]): bigint[] {
  const mixed = mixOf(returned, watched)
  const missing = watched.map(({ amount, usd }, at) => {
    const left = amount - (mixed[at] ?? 0n)
    return usd === null || amount <= 0n || left <= 0n ? 0 : (usd * Number((left * PARTS) / amount)) / Number(PARTS)
  })
  const total = missing.reduce((sum, usd) => sum + usd, 0)
  if (worth <= 0 || total <= 0) return mixed
  const filled = BigInt(Math.floor(Math.min(worth / total, 1) * Number(PARTS)))
  return watched.map(({ amount }, at) => {
    const own = mixed[at] ?? 0n
    return (missing[at] ?? 0) > 0 ? own + ((amount - own) * filled) / PARTS : own
  })
}
