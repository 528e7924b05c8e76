import { detectorTest } from '../../testing/detectorTest.ts'
import { account, failure, ROUTER, simulation, TRADER, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import detector from './insufficient-balance.ts'

const pull = {
  token: USDC,
  holder: TRADER,
  spender: ROUTER,
  to: UNKNOWN_CONTRACT,
  amount: 100n,
  balance: 99n,
  allowance: 100n,
  error: 'execution reverted',
  revertReason: null,
  failedInside: true,
}

detectorTest(detector, {
  detects: {
    'a run that had to be topped up': { simulation: simulation({ toppedUp: true }) },
    'more value than the balance': { sender: account(TRADER, { balance: 1n }) },
    'more tokens than one holds': { simulation: failure(null), tokenPulls: [pull] },
  },
  clears: {
    'enough of everything': {},
    'a token that refuses, which is another finding': {
      simulation: failure(null),
      tokenPulls: [{ ...pull, balance: 100n }],
    },
    'a spent balance that was enough': { tokenPulls: [{ ...pull, error: null, failedInside: false }] },
  },
})
