import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, failure, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance, execution, order, signIn, transfer, worstCaseExecution } from '../../testing/sampleMessage.ts'
import detector from './unsimulated-signature-effect.ts'

const failed = [worstCaseExecution({ simulations: [failure('no allowance')] })]
const notRun = [worstCaseExecution({ simulations: [], notRun: 'the exchange’s code is not known' })]
const named = byAddress(contract(UNKNOWN_CONTRACT))
const toUnknown = allowance({ spender: UNKNOWN_CONTRACT })

detectorTest(detector, {
  detects: {
    'an order that cannot be filled now': { intents: [order()], worstCaseExecutions: failed },
    'a Safe transaction that reverts now': { intents: [execution()], worstCaseExecutions: failed },
    'a permit whose number is used up': { severity: 'info', intents: [toUnknown], named, worstCaseExecutions: failed },
    'a permit that cannot be used': {
      severity: 'info',
      worstCaseExecutions: [worstCaseExecution({ simulations: [], worthless: 'its deadline has passed' })],
    },
    'a permit for more than is held': {
      severity: 'info',
      worstCaseExecutions: [worstCaseExecution({ heldBack: 'what arrives later may be taken too' })],
    },
  },
  clears: {
    'what ran to its end': {},
    'a sign-in, which moves nothing': { intents: [signIn()], worstCaseExecutions: [] },
    'a bounded permit for a known protocol, not run': { worstCaseExecutions: notRun },
  },
  unknowns: {
    'an order in the witness of a transfer, also for a known protocol': {
      intents: [transfer({ witness: { type: 'ExclusiveDutchOrder', parameters: [] } })],
      worstCaseExecutions: notRun,
    },
    'an order that could not be run': { intents: [order()], worstCaseExecutions: notRun },
    'a permit for an unknown contract that could not be run': {
      intents: [toUnknown],
      named,
      worstCaseExecutions: notRun,
    },
    'an execution that was not looked up': { intents: [execution()], worstCaseExecutions: [] },
    'a failing permit beside an order that was not run': {
      intents: [toUnknown, order()],
      named,
      worstCaseExecutions: [...failed, { ...worstCaseExecution(), intent: 1, notRun: 'no' }],
    },
  },
})
