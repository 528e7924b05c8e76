import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import type { Address } from '../../address.ts'
import { isNamed } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Distribution, PastDistribution } from '../../facts/distribution.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { daysAgo } from '../../wording/daysAgo.ts'

/** Percent of the supply that the account has now, and percentage points above the largest private holder before. */
const MEDIUM = { share: 50, rise: 30 } as const
const LOW = { share: 20, rise: 15 } as const

export default defineDetector({
  id: 'risen-concentration',
  title: 'Sharply risen holder concentration',
  why: 'One account without code gathered a large part of the supply within the last day or week. Who prepares to sell into a pool collects the tokens first. Treasuries that only change their address do not count: the largest holder of before had as much.',
  advice: 'Check who the account is before you buy.',
  appliesTo: 'contract',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  soft: true,
  family: 'concentrated-supply',
  needs: ['distribution', 'subject', 'isUntradable', 'block'],
  detect: ({ distribution, subject, isUntradable, block }) => {
    const before = distribution?.before ?? null
    if (distribution === null || before === null || isUntradable) return 'not-applicable'
    const points = [before.day, before.week].filter((past) => past !== null)
    if (points.length === 0) return { unknown: ['the holders’ balances a day and a week ago'] }
    const largest = distribution.topHolders
      .filter(({ kind }) => kind === 'eoa' || kind === 'creator')
      .toSorted((a, b) => b.share - a.share)[0]
    if (largest === undefined || isNamed(subject)) return []
    const risen = points
      .map((past) => ({ past, rise: largest.share - largestBefore(past, distribution) }))
      .toSorted((a, b) => b.rise - a.rise)[0]
    if (risen === undefined || largest.share < LOW.share || risen.rise < LOW.rise) return []
    const isSharp = largest.share >= MEDIUM.share && risen.rise >= MEDIUM.rise
    const own = risen.past.topHolders.find(({ address }) => address === largest.address)?.share ?? 0
    const most = round(largest.share - risen.rise)
    return [
      {
        severity: isSharp ? ('medium' as const) : ('low' as const),
        description: `${shortAddress(largest.address)} owns ${round(largest.share)} % of the supply, and owned ${round(own)} % ${daysAgo(risen.past.timestamp, block.timestamp)}, when no account without code${distribution.sampled ? ' among those that were read' : ''} owned more than ${most} %.`,
        evidence: {
          token: subject.address,
          holder: largest.address,
          percent: round(largest.share),
          percentBefore: round(own),
          largestPercentBefore: most,
          sampled: distribution.sampled,
          olderBlock: String(risen.past.block),
        },
      },
    ]
  },
})

/** Largest share of an account that is no pool, locker, exchange or other code, as far as is known. */
function largestBefore({ topHolders, pools }: PastDistribution, { topHolders: now }: Distribution): number {
  const others = new Set<Address>([
    ...BURN_ADDRESSES,
    ...pools.map(({ address }) => address),
    ...now.filter(({ kind }) => kind !== 'eoa' && kind !== 'creator' && kind !== 'owner').map(({ address }) => address),
  ])
  const private_ = topHolders.filter(({ address, hasCode }) => hasCode !== true && !others.has(address))
  return Math.max(0, ...private_.map(({ share }) => share))
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
