import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, label, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { allowance, order, origin, permit2, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './origin-unrelated-to-verifier.ts'

const verifier = (name: string) => byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('defi_protocol', name)] }))
const intents = [order({ verifier: UNKNOWN_CONTRACT })]

detectorTest(detector, {
  detects: {
    'a site of one project, an exchange of another': {
      origin: origin({ official: 'Snapshot' }),
      intents,
      named: verifier('LooksRare Exchange V2'),
    },
  },
  clears: {
    'its own contract': {
      origin: origin({ official: 'CoW Swap' }),
      intents,
      named: verifier('CoW Protocol settlement'),
    },
    'Permit2, which everybody uses': { origin: origin({ official: 'Matcha' }), named: byAddress(permit2()) },
    'a token': {
      origin: origin({ official: 'Aave' }),
      intents: [allowance({ verifier: USDC })],
      named: byAddress(usdcToken()),
    },
    'a contract that was not labelled': {
      origin: origin({ official: 'Aave' }),
      intents,
      named: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'an unknown site': { origin: origin(), intents, named: verifier('LooksRare Exchange V2') },
    'a caller who names no site': { origin: null },
  },
})
