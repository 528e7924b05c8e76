import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, contract, invoke, router, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import detector from './recently-deployed-recipient.ts'

detectorTest(detector, {
  detects: {
    'a fresh contract': { recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }) },
    'a fresh contract that is sent tokens': {
      ...invoke(USDC, 'transfer(address,uint256)', [UNKNOWN_CONTRACT, 5n]),
      recipient: contract(USDC),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT, { deployedRecently: true })),
    },
  },
  clears: {
    'an old contract': { recipient: contract(UNKNOWN_CONTRACT) },
    'a person': {},
    'a new router of a known protocol': { recipient: { ...router(), deployedRecently: true } },
  },
  unknowns: {
    'a contract whose age is not known': { recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: null }) },
  },
})
