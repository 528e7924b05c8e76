import { detectorTest } from '../../detectorTest.ts'
import { contract, router, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import detector from './recently-deployed-recipient.ts'

detectorTest(detector, {
  detects: { 'a fresh contract': { recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }) } },
  clears: {
    'an old contract': { recipient: contract(UNKNOWN_CONTRACT) },
    'a person': {},
    'a new router of a known protocol': { recipient: { ...router(), deployedRecently: true } },
  },
  unknowns: {
    'a contract whose age is not known': { recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: null }) },
  },
})
