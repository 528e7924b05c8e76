import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  frame,
  invoke,
  label,
  nft,
  pay,
  ROUTER,
  router,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './whole-balance-transfer.ts'

const all = 10n * ETHER
const sendAll = (to: typeof STRANGER) => ({
  ...pay(to, all),
  recipient: account(to),
  counterparties: byAddress(account(to)),
  simulation: simulation({ trace: frame({ to, value: all }) }),
  balanceChanges: [change(TRADER, -all), change(to, all)],
})

detectorTest(detector, {
  detects: {
    'everything sent to a stranger, told and no more': { ...sendAll(STRANGER), severity: 'info' },
    'everything sent to an address that was never used': {
      ...sendAll(STRANGER),
      recipient: account(STRANGER, { nonce: 0n, balance: 0n }),
      severity: 'medium',
    },
    'everything sent to a young contract': {
      ...sendAll(STRANGER),
      recipient: contract(STRANGER, { deployedRecently: true }),
      severity: 'medium',
    },
    'everything sent to an account whose payment was forged': {
      ...sendAll(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'out', zeroValue: false, asset: 'FAKE', genuine: false, blockNumber: 1n },
      ],
      severity: 'info',
    },
    'everything left in a relay': {
      ...invoke(ROUTER, 'aggregate(address)', [USDC], { value: all }),
      recipient: contract(ROUTER, { labels: [label('open-executor')] }),
      counterparties: byAddress(contract(ROUTER, { labels: [label('open-executor')] })),
      balanceChanges: [change(TRADER, -all), change(ROUTER, all)],
    },
    'everything paid into an unknown contract': {
      ...invoke(UNKNOWN_CONTRACT, 'enter(address)', [USDC]),
      recipient: contract(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
      simulation: simulation(),
      balanceChanges: [usdc(TRADER, -999_000_000n), usdc(UNKNOWN_CONTRACT, 999_000_000n)],
    },
  },
  clears: {
    'everything sent to an account paid before': sendAll(FRIEND),
    'everything sent to an exchange': {
      ...sendAll(STRANGER),
      counterparties: byAddress(account(STRANGER, { labels: [label('exchange')] })),
    },
    'a tenth of it': {},
    'a swap of everything': {
      ...sendAll(UNKNOWN_CONTRACT),
      balanceChanges: [change(TRADER, -all), change(UNKNOWN_CONTRACT, all), usdc(TRADER, 30_000_000_000n)],
    },
    'a deposit of everything with a known protocol': { ...sendAll(ROUTER), recipient: router() },
    'an item of a collection': {
      ...invoke(UNKNOWN_CONTRACT, 'stake(uint256)', [7n]),
      simulation: simulation(),
      balanceChanges: [nft(TRADER, -1n, 7n), nft(UNKNOWN_CONTRACT, 1n, 7n)],
    },
  },
})
