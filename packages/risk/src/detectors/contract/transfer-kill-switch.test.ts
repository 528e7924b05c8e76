import { detectorTest } from '../../testing/detectorTest.ts'
import { ALL_FAILS, call, flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import detector from './transfer-kill-switch.ts'

const stops = (signature: string) => flip(signature, { effect: 'stops-transfers', after: ALL_FAILS })
const unnamed = { ...stops('x()'), calls: [call('x()', [], { signature: null })] }

detectorTest(detector, {
  detects: {
    'OpenZeppelin Pausable: a brake that says so': { ...flips(stops('pause()')), severity: 'low' },
    'a brake that does not say so': flips(stops('updateRewards(uint256)')),
    'a function whose name is not published': flips(unnamed),
    'a brake that a timelock holds': { ...flips(stops('updateRewards(uint256)'), 'timelock'), severity: 'low' },
    'a brake that spares its owner, whatever its name': {
      ...flips({ ...stops('pause()'), callerExempt: true }),
      severity: 'high',
    },
    'gifts stop, sales go on': {
      ...flips(flip('setRules(bool)', { effect: 'stops-transfers', after: { transferTax: null, sellTax: 0 } })),
    },
  },
  clears: {
    'a plain token': {},
    'what is no token': NO_TOKEN,
    'a switch that stops sales only, which is another finding': flips(flip('setTradingOpen(bool)')),
    'a freeze of one account': flips(flip('freeze(address)', { hits: 'named-account', after: ALL_FAILS })),
    'a brake that no account holds any more': flips(stops('pause()'), 'burned'),
  },
  unknowns: { 'a token that could not be traded': { trade: null } },
})
