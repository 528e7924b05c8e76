import { detectorTest } from '../../testing/detectorTest.ts'
import { ALL_FAILS, flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import { contract, label, USDC } from '../../testing/sampleFacts.ts'
import detector from './sell-kill-switch.ts'

const trap = flip('setTradingOpen(bool)', { after: { reason: 'closed' } })

detectorTest(detector, {
  detects: {
    'one key that closes the exit': { ...flips(trap), severity: 'critical' },
    'a role behind another contract': { ...flips(trap, 'contract'), severity: 'high' },
    'a multisig that could': { ...flips(trap, 'multisig'), severity: 'medium' },
    'two calls, neither of which does it alone': {
      ...flips({ ...trap, calls: [...trap.calls, ...trap.calls] }),
      severity: 'critical',
    },
    'an owner of unknown kind': { switches: [trap], privileged: [], severity: 'high' },
    'a famous token': {
      ...flips(trap),
      subject: contract(USDC, { labels: [label('token', 'USD Coin')] }),
      severity: 'low',
    },
  },
  clears: {
    'a plain token': {},
    'OpenZeppelin Pausable, which stops everything': flips(
      flip('pause()', { effect: 'stops-transfers', after: ALL_FAILS }),
    ),
    'a switch that was burned': flips(trap, 'burned'),
    'a freeze of one account': flips(flip('freeze(address)', { hits: 'named-account' })),
    'a sale that failed before the call too': flips(flip('setX(uint256)', { before: { sellTax: null } })),
    'what is no token': NO_TOKEN,
  },
  unknowns: { 'a token that could not be traded': { trade: null } },
})
