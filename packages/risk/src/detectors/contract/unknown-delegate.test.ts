import { detectorTest } from '../../testing/detectorTest.ts'
import { IMPLEMENTATION, NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { account, contract, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './unknown-delegate.ts'

const delegated = (delegate: `0x${string}` | null, more: Parameters<typeof contract>[1] = {}) => ({
  ...NO_CODE,
  subject: account(TOKEN, { class: 'delegated-eoa', codeSize: 23, delegate }),
  implementations: delegate === null ? [] : [contract(delegate, more)],
})

detectorTest(detector, {
  detects: {
    'an unknown delegate': delegated(IMPLEMENTATION),
    'one of this morning': { ...delegated(IMPLEMENTATION, { deployedRecently: true }), severity: 'high' },
    'one that obeys only its account': {
      ...delegated(IMPLEMENTATION),
      delegateActs: { acts: [], tried: 9, cut: [] },
      severity: 'low',
    },
    'one that names a key, which it may obey': {
      ...delegated(IMPLEMENTATION),
      delegateActs: { acts: [], tried: 9, cut: [], namedKeys: [STRANGER] },
      severity: 'medium',
    },
    'one whose name anyone submitted': delegated(IMPLEMENTATION, {
      labels: [{ ...label('defi_protocol'), confidence: 'low' }],
    }),
  },
  clears: {
    'a wallet’s own delegate': delegated('0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'),
    'a delegate with a label': delegated(IMPLEMENTATION, { labels: [label('defi_protocol')] }),
    'a contract': {},
    'a person’s account': NO_CODE,
  },
  unknowns: { 'a delegate that could not be read': delegated(null) },
})
