import type { UpgradeableCode, Validity } from '../../facts/validityFacts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { FRIEND, ROUTER, STRANGER, sampleFacts, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './outcome-through-upgradeable-proxy.ts'

const through = (...proxies: Partial<UpgradeableCode>[]): { validity: Validity } => ({
  validity: {
    block: sampleFacts().block as Validity['block'],
    upgradeable: proxies.map((proxy) => ({
      proxy: UNKNOWN_CONTRACT,
      implementation: ROUTER,
      admin: STRANGER,
      adminClass: 'eoa',
      wellKnown: false,
      ...proxy,
    })),
    openSlots: [],
    openAccounts: [],
    market: [],
    onTrust: [],
    examined: 0,
    leftOut: 0,
  },
})

detectorTest(detector, {
  detects: {
    'a stranger’s contract that one key upgrades': { ...through({}), severity: 'low' },
    'the same behind a safe one': through({ adminClass: 'multisig' }, { admin: FRIEND }),
  },
  clears: {
    'no proxy on the path': through(),
    'a well-known issuer’s token': through({ wellKnown: true, adminClass: null }),
    'several keys': through({ adminClass: 'multisig' }),
    'a waiting time': through({ adminClass: 'timelock' }),
    'an admin without an account': through({ adminClass: 'burned' }),
  },
})
