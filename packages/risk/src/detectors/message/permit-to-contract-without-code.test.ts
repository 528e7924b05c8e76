import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, label, STRANGER } from '../../testing/sampleFacts.ts'
import { allowance } from '../../testing/sampleMessage.ts'
import detector from './permit-to-contract-without-code.ts'

const intents = [allowance({ spender: STRANGER })]
const named = (nonce: bigint) => byAddress(account(STRANGER, { nonce, labels: [label('defi_protocol')] }))

detectorTest(detector, {
  detects: { 'a permit to a protocol that is not on this network': { intents, named: named(0n) } },
  clears: {
    'a permit for a router': {},
    'the protocol where it has code': {
      intents,
      named: byAddress(contract(STRANGER, { labels: [label('defi_protocol')] })),
    },
    'a wallet that has sent transactions, whatever its label': { intents, named: named(3n) },
    'an unlabelled wallet': { intents, named: byAddress(account(STRANGER, { nonce: 0n })) },
  },
  unknowns: { 'a spender without facts': { intents, named: {} } },
})
