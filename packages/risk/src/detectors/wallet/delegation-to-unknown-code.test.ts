import type { DelegateAct } from '../../facts/delegateActs.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, DRAINER, label, router, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { safe } from '../../testing/sampleWallet.ts'
import detector from './delegation-to-unknown-code.ts'

const swept: DelegateAct = {
  kind: 'forwards-payments',
  selector: null,
  signature: null,
  args: [],
  caller: STRANGER,
  lost: 1n,
  tokens: [],
  to: DRAINER,
}

detectorTest(detector, {
  detects: {
    'an unknown delegate': { walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) } },
    'a delegate that was seen to pass on what it is paid': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [swept], tried: 1, cut: [] },
      severity: 'critical',
    },
    'a delegate that refuses strangers, as a wallet does': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [], tried: 9, cut: [] },
      severity: 'low',
    },
    'a delegate that names a key, which it may obey': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [], tried: 9, cut: [], namedKeys: [STRANGER] },
    },
    'a delegate that obeys its author': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [{ ...swept, kind: 'obeys-author', caller: DRAINER }], tried: 9, cut: [] },
      severity: 'critical',
    },
    'a delegate that obeys an account which the wallet stored': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [{ ...swept, kind: 'obeys-stored-account' }], tried: 9, cut: [] },
    },
    'a delegate that was tried in part': {
      walletContract: { type: 'delegated', delegate: contract(UNKNOWN_CONTRACT) },
      delegateActs: { acts: [], tried: 9, cut: ['3 functions of the delegate'] },
    },
    'a listed sweeper, whatever it did when it was tried': {
      walletContract: { type: 'delegated', delegate: contract(DRAINER, { labels: [label('scammer')] }) },
      delegateActs: { acts: [], tried: 9, cut: [] },
      severity: 'critical',
    },
    'a listed sweeper': {
      walletContract: { type: 'delegated', delegate: contract(DRAINER, { labels: [label('scammer')] }) },
      severity: 'critical',
    },
    'code that makes anyone’s calls': {
      walletContract: {
        type: 'delegated',
        delegate: contract(STRANGER, { labels: [label('open-executor', 'Multicall3')] }),
      },
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
