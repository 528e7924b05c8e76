import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, label, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import { permit2, personalText, typedData, usdcToken } from '../../testing/sampleMessage.ts'
import detector from './impersonated-verifier.ts'

const verifyingContract = UNKNOWN_CONTRACT
const named = byAddress(contract(UNKNOWN_CONTRACT))

detectorTest(detector, {
  detects: {
    'a contract that calls itself Permit2': { ...typedData({ verifyingContract }), named },
    'a contract that spells USD Coin with other letters': {
      ...typedData({ name: 'USD\u200b Ｃoin', verifyingContract }),
      named,
    },
    'a wallet that calls itself Seaport': {
      ...typedData({ name: 'Seaport', verifyingContract }),
      named: byAddress(account(UNKNOWN_CONTRACT)),
    },
  },
  clears: {
    'Permit2 itself': { named: byAddress(permit2()) },
    'USD Coin itself': { ...typedData({ name: 'USD Coin', verifyingContract: USDC }), named: byAddress(usdcToken()) },
    'the settlement of CoW Protocol, which makes others’ calls': {
      ...typedData({ name: 'Gnosis Protocol', verifyingContract }),
      named: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('open-executor')] })),
    },
    'an unknown name': { ...typedData({ name: 'My Game', verifyingContract }), named },
    'a text': personalText(),
  },
  unknowns: { 'a contract that was not looked up': { ...typedData({ verifyingContract }), named: {} } },
})
