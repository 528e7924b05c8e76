import { detectorTest } from '../../packages/risk/src/testing/detectorTest.ts'
import { account, ETHER, FRIEND, pay, STRANGER } from '../../packages/risk/src/testing/sampleFacts.ts'
import detector from './transaction.ts'

const LARGE = 1_000_001n * ETHER

detectorTest(detector, {
  detects: {
    'a large transfer to an unused address': {
      ...pay(STRANGER, LARGE),
      recipient: account(STRANGER, { nonce: 0n }),
    },
  },
  clears: {
    'a transfer of one coin': {},
    'a large transfer to an address in use': { ...pay(FRIEND, LARGE), recipient: account(FRIEND) },
    'the creation of a contract': { ...pay(null, 0n), recipient: null },
  },
})
