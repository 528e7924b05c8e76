import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, invoke, router, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './unknown-function.ts'

const call = invoke(UNKNOWN_CONTRACT, 'frobnicate()', [])
const undecoded = { ...call, decodedCall: { ...call.decodedCall, functionName: null, signature: null } }

detectorTest(detector, {
  detects: { 'an unknown selector': { ...undecoded, recipient: contract(UNKNOWN_CONTRACT) } },
  clears: {
    'a known function': { ...call, recipient: contract(UNKNOWN_CONTRACT) },
    'an unknown selector of a known protocol': { ...undecoded, recipient: router() },
    'a plain transfer': {},
  },
})
