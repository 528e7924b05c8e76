import { detectorTest } from '../../testing/detectorTest.ts'
import { ALL_FAILS, call, flip, flips, NO_TOKEN } from '../../testing/sampleContract.ts'
import detector from './transfer-kill-switch.ts'

const stops = (signature: string) => flip(signature, { effect: 'stops-transfers', after: ALL_FAILS })
const ITEM = { name: 'Item', symbol: 'ITEM', decimals: null, standard: 'erc721' } as const
const unnamed = { ...stops('x()'), calls: [call('x()', [], { signature: null })] }

detectorTest(detector, {
  detects: {
    'OpenZeppelin Pausable: a brake that says so': { ...flips(stops('pause()')), severity: 'low' },
    'a brake that does not say so': {
      ...flips(stops('updateRewards(uint256)')),
      says: /and then an ordinary account can no longer buy, sell or send it\. Confirmed/,
    },
    'trades stop, and gifts go on': {
      ...flips(flip('setFees(uint256,uint256)', { after: { buyTax: null, transferTax: 0, reason: 'mul' } })),
      says: /and then an ordinary account can no longer buy or sell it, while it can still send it \(“mul”\)\. Confirmed/,
    },
    'a collection, whose items nothing moves': {
      ...flips({ ...stops('lock()'), before: { ...ALL_FAILS, transferTax: 0 } }),
      token: ITEM,
      severity: 'low',
      says: /an ordinary account can no longer send it\./,
    },
    'items that are locked until a key says so': {
      ...flips({ ...stops('reveal()'), before: ALL_FAILS, locked: { opensAfter: null } }),
      token: ITEM,
      severity: 'medium',
      says: /and then holders can send their items, which they cannot do now, and not 400 days later without that call\. Confirmed/,
    },
    'items that are locked for all but the key': {
      ...flips({ ...stops('unlock()'), before: ALL_FAILS, locked: { opensAfter: null }, callerExempt: true }),
      token: ITEM,
      severity: 'high',
      says: /without that call, while the caller can send its own all the while\./,
    },
    'items whose day a key puts off': {
      ...flips({
        ...stops('setDay(uint256)'),
        before: { ...ALL_FAILS, transferTax: 0 },
        locked: { opensAfter: 30 * 86_400 },
      }),
      token: ITEM,
      severity: 'medium',
      says: /then holders, who cannot send their items now and without that call could within 30 days, still cannot 400 days later\./,
    },
    'a function whose name is not published': flips(unnamed),
    'a brake that a timelock holds': { ...flips(stops('updateRewards(uint256)'), 'timelock'), severity: 'low' },
    'a brake that spares its owner, whatever its name': {
      ...flips({ ...stops('pause()'), callerExempt: true }),
      severity: 'high',
    },
    'gifts stop, sales go on': {
      ...flips(flip('setRules(bool)', { effect: 'stops-transfers', after: { transferTax: null, sellTax: 0 } })),
      says: /can no longer send it, while it can still buy and sell it\./,
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
