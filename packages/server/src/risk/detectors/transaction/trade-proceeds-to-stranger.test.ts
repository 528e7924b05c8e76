import { detectorTest } from '../../detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  label,
  ROUTER,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  usdc,
} from '../../sampleFacts.ts'
import detector from './trade-proceeds-to-stranger.ts'

const buyFor = (receiver: typeof TRADER, receives = receiver) => ({
  ...invoke(ROUTER, 'swapExactETHForTokens(uint256,address)', [1n, receiver], { value: ETHER }),
  simulation: simulation({ trace: null }),
  balanceChanges: [change(TRADER, -ETHER), usdc(receives, 3_000_000_000n), change(UNKNOWN_CONTRACT, ETHER)],
  counterparties: byAddress(account(STRANGER), account(FRIEND), contract(UNKNOWN_CONTRACT)),
})

detectorTest(detector, {
  detects: { 'a swap whose receiver is a stranger': buyFor(STRANGER) },
  clears: {
    'a swap for oneself': buyFor(TRADER),
    'a swap for somebody paid before': buyFor(FRIEND),
    'a pool that happens to gain': buyFor(TRADER, UNKNOWN_CONTRACT),
    'a swap into an exchange’s deposit address': {
      ...buyFor(STRANGER),
      counterparties: byAddress(account(STRANGER, { labels: [label('exchange')] })),
    },
    'a plain transfer': {},
  },
})
