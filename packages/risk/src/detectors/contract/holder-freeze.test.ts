import { detectorTest } from '../../testing/detectorTest.ts'
import { BY_UNPRIVILEGED_CALLER, call, flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './holder-freeze.ts'

const freeze = flip('addBlackList(address)', { hits: 'named-account', after: { reason: 'blacklisted' } })

detectorTest(detector, {
  detects: {
    'a blacklist that one key keeps': flips(freeze),
    'a blacklist that a multisig keeps': { ...flips(freeze, 'multisig'), severity: 'low' },
    'a blacklist that anyone may write to': {
      switches: [{ ...freeze, calls: [call('addBlackList(address)', [], BY_UNPRIVILEGED_CALLER)] }],
      severity: 'critical',
    },
    'USDT and its like: a published rule of a famous token': {
      ...flips(freeze),
      subject: contract(USDC, { labels: [label('token', 'Tether USD')] }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'what is no token': NO_TOKEN,
    'a switch that hits everybody, which is another finding': flips(flip('close()')),
    'a list that only exempts from fees': flips(
      flip('excludeFromFee(address)', { effect: 'raises-tax', hits: 'named-account', after: { sellTax: 0 } }),
    ),
    'a list that no account can write to any more': flips(freeze, 'burned'),
  },
  unknowns: { 'a token that could not be traded': { trade: null } },
})
