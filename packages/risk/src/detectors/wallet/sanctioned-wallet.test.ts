import { detectorTest } from '../../testing/detectorTest.ts'
import { account, label, TRADER } from '../../testing/sampleFacts.ts'
import detector from './sanctioned-wallet.ts'

detectorTest(detector, {
  detects: {
    'a sanctioned address': { subject: account(TRADER, { sanctioned: true }) },
    'one that an exchange owns': { subject: account(TRADER, { sanctioned: true, labels: [label('exchange')] }) },
  },
  clears: { 'an address on no list': {} },
  unknowns: { 'an address while no fresh list is loaded': { subject: account(TRADER, { sanctioned: null }) } },
})
