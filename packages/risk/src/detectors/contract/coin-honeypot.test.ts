import type { CoinTrap, TrapCall } from '../../facts/coinTrap.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './coin-honeypot.ts'

const KEY = '0x00000000000000000000000000000000000000a1'

function trap(change: Partial<CoinTrap>): { coinTraps: CoinTrap[] } {
  return {
    coinTraps: [
      {
        kind: 'kept',
        selector: '0x3853682c',
        signature: null,
        args: ['0x7265646f756274'],
        value: 10n ** 18n,
        accepted: 12,
        by: null,
        isNamed: false,
        call: null,
        taker: KEY,
        ...change,
      },
    ],
  }
}

const call: TrapCall = { selector: '0xf83d08ba', signature: 'lock()', args: [], value: 0n }

detectorTest(detector, {
  detects: {
    'a quiz that keeps wrong answers': trap({}),
    'a game that no answer wins': trap({ kind: 'unwinnable', accepted: 11, taker: null }),
    'a gift that an earlier visitor closed': trap({ kind: 'switched-off', call, by: KEY }),
    'a game that its owner locks': trap({ kind: 'switched-off', call, by: KEY, isNamed: true }),
    'a payment that runs code of the owner’s choice': trap({ kind: 'replaceable-code', call, by: KEY, isNamed: true }),
    'a bank whose withdrawals pay its owner': trap({ kind: 'misdirected', call, by: KEY }),
    'a price for an ownership that means nothing': trap({ kind: 'no-control' }),
  },
  clears: {
    'a game that pays its winners, a donation box, a shop, a bank: none of their payments is lost': { coinTraps: [] },
  },
})
