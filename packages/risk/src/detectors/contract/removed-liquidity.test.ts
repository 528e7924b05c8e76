import type { PastPool } from '../../facts/distribution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { distribution, POOL, pastDistribution, TOKEN } from '../../testing/sampleContract.ts'
import { contract, FRIEND, label } from '../../testing/sampleFacts.ts'
import detector from './removed-liquidity.ts'

const pool = (more: Partial<PastPool> = {}): PastPool => ({
  address: POOL,
  style: 'v2',
  usdBefore: 400_000,
  usdNow: 400_000,
  keptPercent: 100,
  ...more,
})
const past = (...pools: PastPool[]) => pastDistribution({ pools })
const before = (day: ReturnType<typeof past> | null, week: ReturnType<typeof past> | null = null) => ({
  distribution: distribution({ before: { day, week } }),
})
const removed = pool({ usdNow: 300, keptPercent: 0.5 })
const elsewhere = (more: Partial<PastPool>) => pool({ address: FRIEND, usdBefore: 0, keptPercent: null, ...more })

detectorTest(detector, {
  detects: {
    'a pool that was emptied since yesterday': before(past(removed)),
    'one that was there a week ago too': before(past(removed), past(removed)),
    'one of last week where no node keeps yesterday': before(null, past(removed)),
    'a removal days ago, as context': {
      ...before(past(pool({ usdBefore: 300, usdNow: 300 })), past(removed)),
      severity: 'low',
    },
    'liquidity that one older block alone has, as context': {
      ...before(past(removed), past(pool({ usdBefore: 300, usdNow: 300 }))),
      severity: 'low',
    },
    'a smaller pool elsewhere, as context': {
      ...before(past(removed, elsewhere({ usdNow: 20_000 }))),
      severity: 'low',
    },
    'an empty pool opened beside, which changes nothing': before(past(removed, elsewhere({ usdNow: 0 }))),
    'a V3 pool, which sales may have emptied, as context': {
      ...before(past({ ...removed, style: 'v3' })),
      severity: 'low',
    },
  },
  clears: {
    'a token that was not looked at before': {},
    'liquidity as it was': before(past(pool()), past(pool())),
    growth: before(past(pool({ usdNow: 2_000_000, keptPercent: 500 }))),
    'a crash by sales, which burn no LP tokens': before(past(pool({ usdNow: 200, keptPercent: 100 }))),
    'a migration to another pool of the token': before(past(removed, elsewhere({ usdNow: 390_000 }))),
    'a part taken out by one of many providers': before(past(pool({ usdNow: 160_000, keptPercent: 40 }))),
    'a pool of pocket money': before(past(pool({ usdBefore: 600, usdNow: 0, keptPercent: 0 }))),
    'a well-known token': {
      ...before(past(removed)),
      subject: contract(TOKEN, { labels: [label('token', 'Known Token')] }),
    },
  },
  unknowns: {
    'liquidity that no node keeps': before(null),
    'a pool without a price, where it may have gone': before(
      past(removed, elsewhere({ usdBefore: null, usdNow: null })),
    ),
    'a pool that could not be read': before(past(pool({ usdBefore: null, usdNow: null, keptPercent: null }))),
  },
})
