import type { DelegateAct } from '../../facts/delegateActs.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { STRANGER, USDC } from '../../testing/sampleFacts.ts'
import detector from './sweeper-delegate.ts'

const act = (more: Partial<DelegateAct>): DelegateAct => ({
  kind: 'lets-anyone-withdraw',
  selector: '0x11223344',
  signature: 'sweep(address[])',
  args: [],
  caller: STRANGER,
  lost: 10n ** 18n,
  tokens: [],
  to: STRANGER,
  ...more,
})
const acts = (...all: DelegateAct[]) => ({ delegateActs: { acts: all, tried: 12, cut: [] } })

detectorTest(detector, {
  detects: {
    'coin that a stranger can take': acts(act({})),
    'tokens that a stranger can take': acts(act({ lost: 0n, tokens: [USDC] })),
    'coin that an account fixed in the code can take': acts(act({ kind: 'obeys-author' })),
    'coin that an account in the storage of the wallet can take': {
      ...acts(act({ kind: 'obeys-stored-account' })),
      severity: 'medium',
    },
    'coin of which the submitter of one signed call names its part': acts(act({ kind: 'unsigned-payment' })),
    'payments that are passed on': acts(act({ kind: 'forwards-payments', selector: null, signature: null })),
  },
  clears: {
    'code that refuses strangers and keeps what it is paid': acts(),
    'an account without a delegate, or with a known one': { delegateActs: null },
  },
  unknowns: {
    'functions that were not tried': { delegateActs: { acts: [], tried: 100, cut: ['3 functions of the delegate'] } },
  },
})
