import { detectorTest } from '../../testing/detectorTest.ts'
import { account, ZERO } from '../../testing/sampleFacts.ts'
import detector from './burn-address-or-precompile.ts'

detectorTest(detector, {
  detects: {
    'the zero address': { subject: account(ZERO) },
    'a burn address': { subject: account('0x000000000000000000000000000000000000dead') },
    'a precompile': { subject: account('0x0000000000000000000000000000000000000002', { class: 'precompile' }) },
  },
  clears: {
    'a trader': {},
    'an address that was ground for the word dead': { subject: account('0xdead00000000000000000000000000000000beef') },
  },
})
