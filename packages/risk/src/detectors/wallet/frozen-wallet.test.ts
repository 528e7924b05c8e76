import { detectorTest } from '../../testing/detectorTest.ts'
import { account, TRADER } from '../../testing/sampleFacts.ts'
import detector from './frozen-wallet.ts'

detectorTest(detector, {
  detects: { 'an address that Tether froze': { subject: account(TRADER, { frozenBy: ['USDT'] }) } },
  clears: { 'an address that no issuer froze': {} },
  unknowns: { 'an address of which no issuer told': { subject: account(TRADER, { frozenBy: null }) } },
})
