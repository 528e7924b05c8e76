import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { PastDistribution, PastPool } from '../../facts/distribution.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { daysAgo } from '../../wording/daysAgo.ts'

/** Percent of a pool's liquidity that is left at most, where it was removed. */
const MAX_KEPT_PERCENT = 20
/** Share of the liquidity in all pools that must be gone: else it moved. */
const MAX_LEFT_SHARE = 0.5
/** USD in a pool: less is no market. */
const MIN_USD = 1_000

export default defineDetector({
  id: 'removed-liquidity',
  title: 'Recently removed liquidity',
  why: 'Most of the liquidity was taken out of the token’s pools within the last day or week: LP tokens were burned, which no trade does. Holders can no longer sell for what the token seemed to be worth. It is medium where hardly anything is left to sell into, and low where only one of two older blocks shows it, other pools go on, or sales may have emptied a V3 pool.',
  advice: 'Do not buy it. If you hold it, find out whether the project moved its liquidity to another exchange.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'liquidity',
  needs: ['distribution', 'subject', 'isUntradable', 'block'],
  detect: ({ distribution, subject, isUntradable, block }) => {
    const before = distribution?.before ?? null
    if (before === null || isUntradable) return 'not-applicable'
    const points = [before.day, before.week]
      .filter((past) => past !== null)
      .filter(({ pools }) => pools.every(({ usdBefore, usdNow }) => usdBefore !== null && usdNow !== null))
      .map((past) => ({ past, removed: removedSince(past) }))
    if (points.length === 0) return { unknown: ['the pools’ liquidity a day and a week ago'] }
    const [shown] = points.filter(({ removed }) => removed.length > 0)
    if (shown === undefined || isNamed(subject)) return []
    const { past, removed } = shown
    const [was, is] = [sum(past.pools, 'usdBefore'), sum(past.pools, 'usdNow')]
    // Liquidity that one of two older blocks has may have been there for that block alone.
    const lasted = points.every((point) => point.removed.length > 0)
    const weighs = lasted && is < MIN_USD && removed.some(({ style }) => style === 'v2')
    return [
      {
        severity: weighs ? ('medium' as const) : ('low' as const),
        soft: !weighs,
        description: `Its pools held about ${usdText(was)} USD ${daysAgo(past.timestamp, block.timestamp)} and hold ${usdText(is)} now: liquidity was removed from ${removed.map(({ address }) => shortAddress(address)).join(', ')}.`,
        evidence: {
          token: subject.address,
          pools: removed.map(({ address }) => address),
          usdBefore: Math.round(was),
          usdNow: Math.round(is),
          keptPercent: Math.max(...removed.map(({ keptPercent }) => keptPercent ?? 0)),
          olderBlock: String(past.block),
        },
      },
    ]
  },
})

/** Pools that lost their liquidity, unless other pools of the token took it up. */
function removedSince({ pools }: PastDistribution): PastPool[] {
  const isGone = sum(pools, 'usdNow') <= sum(pools, 'usdBefore') * MAX_LEFT_SHARE
  return pools.filter(
    ({ keptPercent, usdBefore }) =>
      isGone && keptPercent !== null && keptPercent <= MAX_KEPT_PERCENT && (usdBefore ?? 0) >= MIN_USD,
  )
}

function sum(pools: readonly PastPool[], side: 'usdBefore' | 'usdNow'): number {
  return pools.reduce((total, pool) => total + (pool[side] ?? 0), 0)
}

function usdText(usd: number): string {
  return Math.round(usd).toLocaleString('en-US')
}
