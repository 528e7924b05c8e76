import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { allowance } from '../../testing/sampleMessage.ts'
import detector from './permit-to-recently-deployed-spender.ts'

const intents = [allowance({ spender: UNKNOWN_CONTRACT })]
const aged = (deployedRecently: boolean | null, labels = [] as ReturnType<typeof label>[]) =>
  byAddress(contract(UNKNOWN_CONTRACT, { deployedRecently, labels }))

detectorTest(detector, {
  detects: { 'a contract of this week': { intents, named: aged(true) } },
  clears: {
    'a contract with a past': { intents, named: aged(false) },
    'the new router of a known project': { intents, named: aged(true, [label('defi_protocol')]) },
  },
  unknowns: { 'an age that no archive could tell': { intents, named: aged(null) } },
})
