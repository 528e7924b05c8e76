import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, FRIEND, pay, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './frozen-recipient.ts'

detectorTest(detector, {
  detects: {
    'a payment to an account that Tether froze': { recipient: account(FRIEND, { frozenBy: ['USDT'] }) },
    'a call of a contract that both froze': { recipient: contract(UNKNOWN_CONTRACT, { frozenBy: ['USDT', 'USDC'] }) },
  },
  clears: {
    'an account that no issuer froze': {},
    'a creation': { ...pay(null, 0n), recipient: null },
  },
  unknowns: { 'an account of which no issuer answered': { recipient: account(FRIEND, { frozenBy: null }) } },
})
