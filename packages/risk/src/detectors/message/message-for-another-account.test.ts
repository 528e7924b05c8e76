import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, STRANGER } from '../../testing/sampleFacts.ts'
import { allowance, execution, order, payment, SAFE, signIn } from '../../testing/sampleMessage.ts'
import detector from './message-for-another-account.ts'

detectorTest(detector, {
  detects: {
    'a permit of another wallet': {
      intents: [allowance({ owner: STRANGER })],
      named: byAddress(account(STRANGER)),
    },
    'an order of an account that was not looked up': { intents: [order({ offerer: STRANGER })], named: {} },
    'a payment out of a Safe': {
      severity: 'low',
      intents: [payment({ from: SAFE, to: STRANGER })],
      named: byAddress(contract(SAFE)),
    },
  },
  clears: {
    'one’s own permit': {},
    'a Safe transaction, signed by an owner': { intents: [execution()] },
    'a sign-in': { intents: [signIn()] },
  },
})
