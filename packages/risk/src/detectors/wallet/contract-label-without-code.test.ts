import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, label, ROUTER } from '../../testing/sampleFacts.ts'
import detector from './contract-label-without-code.ts'

const labels = [label('defi_protocol')]

detectorTest(detector, {
  detects: { 'a router that is not on this network': { subject: account(ROUTER, { nonce: 0n, labels }) } },
  clears: {
    'a trader': {},
    'the router where it has code': { subject: contract(ROUTER, { labels }) },
    'a key that has signed, whatever its label': { subject: account(ROUTER, { nonce: 2n, labels }) },
    'a name that an operator’s list chose': {
      subject: account(ROUTER, { nonce: 0n, labels: labels.map((one) => ({ ...one, listed: { since: null } })) }),
    },
    'an unused wallet': { subject: account(ROUTER, { nonce: 0n }) },
  },
})
