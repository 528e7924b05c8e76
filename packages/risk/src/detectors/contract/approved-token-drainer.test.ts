import { detectorTest } from '../../testing/detectorTest.ts'
import { able, BY_UNPRIVILEGED_CALLER, NO_TOKEN } from '../../testing/sampleContract.ts'
import { label, router } from '../../testing/sampleFacts.ts'
import detector from './approved-token-drainer.ts'

const PULL = 'multicall((address,bytes)[])'

detectorTest(detector, {
  detects: {
    'a drainer with one key': { ...NO_TOKEN, ...able('pull-approved-tokens', PULL) },
    'a contract through which anyone may': {
      ...NO_TOKEN,
      ...able('pull-approved-tokens', PULL, { call: BY_UNPRIVILEGED_CALLER }),
    },
    'the code has it': { ...able('pull-approved-tokens', PULL, { state: 'potential' }), severity: 'medium' },
    'a known router that several keys look after': {
      ...able('pull-approved-tokens', PULL, { owner: 'multisig' }),
      subject: { ...router(), labels: [label('defi_protocol')] },
      severity: 'low',
    },
  },
  clears: { 'a plain token': {}, 'a router that only moves the caller’s own': { ...NO_TOKEN, capabilities: [] } },
})
