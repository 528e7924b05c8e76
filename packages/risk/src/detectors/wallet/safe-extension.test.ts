import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, DRAINER, label, router, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './safe-extension.ts'

detectorTest(detector, {
  detects: {
    'an unknown module': { walletExtensions: [{ role: 'module', account: contract(UNKNOWN_CONTRACT) }] },
    'a module that a person has the key of': {
      walletExtensions: [{ role: 'module', account: account(STRANGER) }],
      severity: 'high',
    },
    'a listed module': {
      walletExtensions: [{ role: 'module', account: contract(DRAINER, { labels: [label('scammer')] }) }],
      severity: 'critical',
    },
    'an unknown guard': {
      walletExtensions: [{ role: 'guard', account: contract(UNKNOWN_CONTRACT) }],
      severity: 'low',
    },
  },
  clears: {
    none: {},
    'a module of a known protocol': { walletExtensions: [{ role: 'module', account: router() }] },
    'a handler of questions, which moves nothing': {
      walletExtensions: [{ role: 'fallback handler', account: contract(UNKNOWN_CONTRACT) }],
    },
  },
})
