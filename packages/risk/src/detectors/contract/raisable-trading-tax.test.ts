import { detectorTest } from '../../testing/detectorTest.ts'
import { flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './raisable-trading-tax.ts'

const raise = (sellTax: number, more = {}) =>
  flip('setFees(uint256)', { effect: 'raises-tax', after: { sellTax }, ...more })

detectorTest(detector, {
  detects: {
    'a fee without a cap, by one key': { ...flips(raise(99)), severity: 'critical' },
    'a fee up to a half': flips(raise(50)),
    'a fee capped at a quarter': { ...flips(raise(25)), severity: 'medium' },
    'a fee capped at a tenth': { ...flips(raise(10)), severity: 'low' },
    'a fee for one account': { ...flips(raise(99, { hits: 'named-account' })), severity: 'critical' },
    'a fee that a timelock sets': { ...flips(raise(99), 'timelock'), severity: 'low' },
    'USDT and its like': {
      ...flips(raise(99)),
      subject: contract(USDC, { labels: [label('token', 'Tether USD')] }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'what is no token': NO_TOKEN,
    'a fee capped at five percent': flips(raise(5)),
    'a high fee that hardly changes, which is another finding': flips(raise(27, { before: { sellTax: 25 } })),
    'a fee that no account can change any more': flips(raise(99), 'burned'),
    'a switch that stops sales': flips(flip('close()')),
  },
  unknowns: { 'a token that could not be traded': { trade: null } },
})
