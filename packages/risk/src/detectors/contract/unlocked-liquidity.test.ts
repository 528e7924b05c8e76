import { detectorTest } from '../../testing/detectorTest.ts'
import { distribution, OWNER, TOKEN } from '../../testing/sampleContract.ts'
import { contract, FRIEND, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './unlocked-liquidity.ts'

type Holders = NonNullable<ReturnType<typeof distribution>['lpHolders']>
const lp = (...lpHolders: Holders) => ({ distribution: distribution({ lpHolders }) })

detectorTest(detector, {
  detects: {
    'one private account that holds all of it': lp({ address: STRANGER, share: 95, kind: 'eoa' }),
    'one who holds a third': { ...lp({ address: STRANGER, share: 33, kind: 'eoa' }), severity: 'low' },
  },
  clears: {
    'burned liquidity': {},
    'what the owner holds, which is another finding': lp({ address: OWNER, share: 95, kind: 'owner' }),
    'locked liquidity': lp({ address: FRIEND, share: 90, kind: 'locker' }),
    'many small providers': lp(
      { address: STRANGER, share: 15, kind: 'eoa' },
      { address: FRIEND, share: 10, kind: 'eoa' },
    ),
    'a farm that many deposited in': lp({ address: FRIEND, share: 80, kind: 'contract' }),
    'a famous token': {
      ...lp({ address: STRANGER, share: 95, kind: 'eoa' }),
      subject: contract(TOKEN, { labels: [label('token')] }),
    },
    'a pool without LP tokens': { distribution: distribution({ lpHolders: null }) },
    'what is no token': { distribution: null },
  },
})
