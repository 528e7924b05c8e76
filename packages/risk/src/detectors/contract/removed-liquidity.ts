import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { PastDistribution, PastPool } from '../../facts/distribution.ts'
import { shortAddress } from '../../wording/accountNames.ts'

/** Percent of both sides of a pool that is left at most, where its liquidity was removed. */
const MAX_KEPT_PERCENT = 20
/** Share of the liquidity in all pools that must be gone: else it moved. */
const MAX_LEFT_SHARE = 0.5
/** USD in a pool before: less is no market. */
const MIN_USD = 1_000

export default defineDetector({
  id: 'removed-liquidity',
  title: 'Recently removed liquidity',
  why: 'Most of the liquidity was taken out of the token’s pools within the last day or week. Trades lower one side of a pool and raise the other: here both fell, which only a removal of liquidity does. Holders can no longer sell for what the token seemed to be worth.',
  advice: 'Do not buy it. If you hold it, find out whether the project moved its liquidity to another exchange.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'liquidity',
  needs: ['distribution', 'subject', 'isUntradable'],
  detect: ({ distribution, subject, isUntradable }) => {
    const before = distribution?.before ?? null
    if (before === null || isUntradable) return 'not-applicable'
    const points = [
      { when: 'a day', past: before.day },
      { when: 'a week', past: before.week },
    ].flatMap(({ when, past }) => (past === null ? [] : [{ when, past, removed: removedSince(past) }]))
    if (points.length === 0) return { unknown: ['the pools’ reserves a day and a week ago'] }
    const [shown] = points.filter(({ removed }) => removed.length > 0)
    if (shown === undefined || isNamed(subject)) return []
    // Liquidity that one of two older blocks has may have been there for that block alone.
    const lasted = points.every(({ removed }) => removed.length > 0)
    const { when, past, removed } = shown
    const [was, is] = [sum(past.pools, 'usdBefore'), sum(past.pools, 'usdNow')]
    return [
      {
        severity: lasted ? ('medium' as const) : ('low' as const),
        soft: !lasted,
        description: `Its pools held about ${usdText(was)} USD ${when} ago and hold ${usdText(is)} now: liquidity was removed from ${removed.map(({ address }) => shortAddress(address)).join(', ')}.`,
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

/** Pools that lost both sides, unless other pools of the token took it up. */
function removedSince({ pools }: PastDistribution): PastPool[] {
  const removed = pools.filter(
    ({ keptPercent, usdBefore }) =>
      keptPercent !== null && keptPercent <= MAX_KEPT_PERCENT && usdBefore !== null && usdBefore >= MIN_USD,
  )
  // What a pool without a price gained cannot be compared with what another lost.
  const mayHaveMoved = pools.some(({ keptPercent, usdNow }) => usdNow === null && (keptPercent ?? 101) > 100)
  const isGone = sum(pools, 'usdNow') <= sum(pools, 'usdBefore') * MAX_LEFT_SHARE
  return isGone && !mayHaveMoved ? removed : []
}

function sum(pools: readonly PastPool[], side: 'usdBefore' | 'usdNow'): number {
  return pools.reduce((total, pool) => total + (pool[side] ?? 0), 0)
}

function usdText(usd: number): string {
  return Math.round(usd).toLocaleString('en-US')
}
