import { detectorTest } from '../../detectorTest.ts'
import {
  byAddress,
  contract,
  DRAINER,
  label,
  pay,
  ROUTER,
  router,
  TRADER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../../sampleFacts.ts'
import detector from './account-delegation.ts'

const delegateTo = (address: typeof TRADER, chainId = 1) => ({
  ...pay(TRADER, 0n, { authorizationList: [{ chainId, address, nonce: 7n }] }),
  delegates: byAddress(contract(UNKNOWN_CONTRACT), router(), contract(DRAINER, { labels: [label('scammer')] })),
})

detectorTest(detector, {
  detects: {
    'an unknown delegate': delegateTo(UNKNOWN_CONTRACT),
    'an unknown delegate on every network': { ...delegateTo(UNKNOWN_CONTRACT, 0), severity: 'critical' },
    'a listed sweeper': { ...delegateTo(DRAINER), severity: 'critical' },
    'a known delegate': { ...delegateTo(ROUTER), severity: 'info' },
    'a known delegate on every network': { ...delegateTo(ROUTER, 0), severity: 'low' },
  },
  clears: { 'the end of a delegation': delegateTo(ZERO), 'no authorisation': {} },
})
