import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  contract,
  ETHER,
  FRIEND,
  invoke,
  pay,
  ROUTER,
  router,
  STRANGER,
  TRADER,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './first-interaction.ts'

detectorTest(detector, {
  detects: {
    'a stranger': { ...pay(STRANGER, ETHER), recipient: account(STRANGER) },
    'a stranger who gets tokens': {
      ...invoke(USDC, 'transfer(address,uint256)', [STRANGER, 5n]),
      recipient: contract(USDC),
    },
    'a known account from zero-value bait only': {
      ...pay(STRANGER, ETHER),
      recipient: account(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: true, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'an account that only ever sent something': {
      ...pay(STRANGER, ETHER),
      recipient: account(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'a payment that only a token of its own logged': {
      ...pay(STRANGER, ETHER),
      recipient: account(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'out', zeroValue: false, asset: 'FAKE', genuine: false, blockNumber: 1n },
      ],
    },
  },
  clears: {
    'a friend': {},
    'a friend who gets tokens': {
      ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 5n]),
      recipient: contract(USDC),
    },
    'a known protocol': { ...invoke(ROUTER, 'deposit()', []), recipient: router() },
    oneself: { ...pay(TRADER, 0n), recipient: account(TRADER) },
  },
})
