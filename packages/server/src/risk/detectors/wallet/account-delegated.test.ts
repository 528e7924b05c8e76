import { detectorTest } from '../../detectorTest.ts'
import { contract, DRAINER, label, router, STRANGER, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import { safe } from '../../sampleWallet.ts'
import detector from './account-delegated.ts'

detectorTest(detector, {
  detects: {
    'a delegate that nobody knows': { walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) } },
    'a listed sweeper': {
      walletContract: { type: 'delegated', delegate: contract(DRAINER, { labels: [label('scammer')] }) },
      severity: 'critical',
    },
    'code that makes anybody’s calls': {
      walletContract: { type: 'delegated', delegate: contract(STRANGER, { labels: [label('relay', 'Multicall3')] }) },
      severity: 'critical',
    },
    'a router, whose name does not make it an account': {
      walletContract: { type: 'delegated', delegate: router() },
    },
  },
  clears: {
    'MetaMask’s delegator': {
      walletContract: { type: 'delegated', delegate: contract('0x63c0c19a282a1b52b07dd5a65b58948a07dae32b') },
    },
    'a plain account': {},
    'a Safe': { walletContract: safe() },
  },
})
