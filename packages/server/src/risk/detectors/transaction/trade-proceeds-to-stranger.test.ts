import { detectorTest } from '../../detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  DRAINER,
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

const collect = (recipient: typeof TRADER) => ({
  ...invoke(ROUTER, 'collect(uint256,address)', [7n, recipient]),
  recipient: contract(ROUTER, { labels: [label('defi_protocol')] }),
  balanceChanges: [usdc(recipient, 3_000_000_000n)],
  counterparties: byAddress(account(STRANGER), account(FRIEND)),
})

detectorTest(detector, {
  detects: {
    'a swap whose receiver is a stranger': buyFor(STRANGER),
    'a swap whose receiver is a contract nobody knows': {
      ...buyFor(DRAINER),
      counterparties: byAddress(contract(DRAINER), contract(UNKNOWN_CONTRACT)),
    },
    'one wei besides': {
      ...buyFor(STRANGER),
      balanceChanges: [
        change(TRADER, -ETHER, { changeUsd: -3_000 }),
        usdc(TRADER, 1n),
        usdc(STRANGER, 3_000_000_000n),
        change(UNKNOWN_CONTRACT, ETHER),
      ],
    },
    'a receiver known only by the dust he sent': {
      ...buyFor(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: false, asset: 'ETH', genuine: true, blockNumber: 1n },
      ],
    },
    'a position collected for a stranger': collect(STRANGER),
  },
  clears: {
    'a swap for oneself': buyFor(TRADER),
    'a position collected for oneself': collect(TRADER),
    'a position collected for a friend': collect(FRIEND),
    'a swap for somebody paid before': buyFor(FRIEND),
    'a pool that happens to gain': buyFor(TRADER, UNKNOWN_CONTRACT),
    'a swap into an exchange’s deposit address': {
      ...buyFor(STRANGER),
      counterparties: byAddress(account(STRANGER, { labels: [label('exchange')] })),
    },
    'a plain transfer': {},
  },
})
