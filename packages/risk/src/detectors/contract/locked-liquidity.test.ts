import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR, distribution, POOL } from '../../testing/sampleContract.ts'
import detector from './locked-liquidity.ts'

type Holders = NonNullable<ReturnType<typeof distribution>['lpHolders']>
const lp = (...lpHolders: Holders) => ({ distribution: distribution({ lpHolders }) })

detectorTest(detector, {
  detects: { 'burned liquidity': {}, 'locked liquidity': lp({ address: POOL, share: 90, kind: 'locker' }) },
  clears: {
    'half of it': lp({ address: POOL, share: 50, kind: 'locker' }),
    'liquidity that the creator holds': lp({ address: CREATOR, share: 99, kind: 'creator' }),
    'a pool without LP tokens': { distribution: distribution({ lpHolders: null }) },
  },
})
