import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, DRAINER, label, STRANGER } from '../../testing/sampleFacts.ts'
import { allowance, transfer } from '../../testing/sampleMessage.ts'
import detector from './permit-to-flagged-spender.ts'

const drainer = byAddress(contract(DRAINER, { labels: [label('scammer')] }))

detectorTest(detector, {
  detects: {
    'a listed drainer': { intents: [allowance({ spender: DRAINER })], named: drainer },
    'a listed drainer that takes at once': { intents: [transfer({ spender: DRAINER, amount: 1n })], named: drainer },
    'a sanctioned wallet': {
      intents: [allowance({ spender: STRANGER })],
      named: byAddress(account(STRANGER, { sanctioned: true })),
    },
    'what anyone may have submitted': {
      severity: 'high',
      intents: [allowance({ spender: DRAINER })],
      named: byAddress(contract(DRAINER, { labels: [{ ...label('scammer'), confidence: 'low' }] })),
    },
  },
  clears: {
    'a router': {},
    'a revocation': { intents: [allowance({ spender: DRAINER, amount: 0n })], named: drainer },
    'an unknown contract': {
      intents: [allowance({ spender: STRANGER })],
      named: byAddress(contract(STRANGER)),
    },
  },
  unknowns: {
    'a spender that no fresh sanctions list could have named': {
      intents: [allowance({ spender: STRANGER })],
      named: byAddress(contract(STRANGER, { sanctioned: null })),
    },
    'a spender that was not looked up': { intents: [allowance({ spender: STRANGER })], named: {} },
  },
})
