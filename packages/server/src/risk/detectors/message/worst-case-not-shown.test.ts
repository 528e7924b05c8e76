import { detectorTest } from '../../detectorTest.ts'
import { byAddress, contract, failure, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import { allowance, execution, followUp, order, signIn, transfer } from '../../sampleMessage.ts'
import detector from './worst-case-not-shown.ts'

const failed = [followUp({ simulations: [failure('no allowance')] })]
const notRun = [followUp({ simulations: [], notRun: 'the exchange’s code is not known' })]
const named = byAddress(contract(UNKNOWN_CONTRACT))
const toUnknown = allowance({ spender: UNKNOWN_CONTRACT })

detectorTest(detector, {
  detects: {
    'an order that cannot be filled now': { intents: [order()], followUps: failed },
    'a Safe transaction that reverts now': { intents: [execution()], followUps: failed },
    'a permit whose number is used up': { severity: 'info', intents: [toUnknown], named, followUps: failed },
    'a permit that nobody can use': {
      severity: 'info',
      followUps: [followUp({ simulations: [], worthless: 'its deadline has passed' })],
    },
    'a permit for more than is held': {
      severity: 'info',
      followUps: [followUp({ heldBack: 'what arrives later may be taken too' })],
    },
  },
  clears: {
    'what ran to its end': {},
    'a sign-in, which moves nothing': { intents: [signIn()], followUps: [] },
    'a bounded permit for a known protocol, not run': { followUps: notRun },
  },
  unknowns: {
    'an order in the witness of a transfer, also for a known protocol': {
      intents: [transfer({ witness: { type: 'ExclusiveDutchOrder', parameters: [] } })],
      followUps: notRun,
    },
    'an order that nobody could run': { intents: [order()], followUps: notRun },
    'a permit for an unknown contract that nobody could run': { intents: [toUnknown], named, followUps: notRun },
    'an execution that nobody looked at': { intents: [execution()], followUps: [] },
    'a failing permit beside an order that was not run': {
      intents: [toUnknown, order()],
      named,
      followUps: [...failed, { ...followUp(), intent: 1, notRun: 'no' }],
    },
  },
})
