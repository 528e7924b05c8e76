import { detectorTest } from '../../testing/detectorTest.ts'
import { distribution, OWNER, TOKEN } from '../../testing/sampleContract.ts'
import { contract, FRIEND, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './ineffective-liquidity-lock.ts'

type Holder = NonNullable<ReturnType<typeof distribution>['lpHolders']>[number]
const lp = (...lpHolders: Holder[]) => ({ distribution: distribution({ lpHolders }) })
const locker: Holder = { address: FRIEND, share: 97, kind: 'contract' }
const calls = ['moveEnd(uint256,uint256)', 'withdraw(uint256)']
const opened: Holder = { ...locker, opened: { account: OWNER, calls } }

detectorTest(detector, {
  detects: {
    'a lock that its own account opens': { ...lp(opened), severity: 'high' },
    'a lock that any account empties': {
      ...lp({ ...locker, opened: { account: STRANGER, calls: ['claim(uint256)'], anyone: true } }),
      severity: 'high',
    },
  },
  clears: {
    'a contract that nothing opened': lp(locker),
    'burned liquidity': {},
    'a famous token': { ...lp(opened), subject: contract(TOKEN, { labels: [label('token')] }) },
    'a pool without LP tokens': { distribution: distribution({ lpHolders: null }) },
    'what is no token': { distribution: null },
  },
})
