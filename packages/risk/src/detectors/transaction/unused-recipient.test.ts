import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  contract,
  ETHER,
  invoke,
  pay,
  STRANGER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './unused-recipient.ts'

const empty = account(STRANGER, { nonce: 0n, balance: 0n })

detectorTest(detector, {
  detects: {
    'an address without a past': { ...pay(STRANGER, ETHER), recipient: empty },
    'tokens to it': {
      ...invoke(USDC, 'transfer(address,uint256)', [STRANGER, 5n]),
      recipient: contract(USDC),
      counterparties: byAddress(empty),
    },
    'one that only ever sent something': {
      ...pay(STRANGER, ETHER),
      recipient: empty,
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
  },
  clears: {
    'one that was paid before': {
      ...pay(STRANGER, ETHER),
      recipient: empty,
      senderHistory: [
        { address: STRANGER, direction: 'out', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'an address that has signed': { ...pay(STRANGER, ETHER), recipient: account(STRANGER) },
    'an address that only ever received': {
      ...pay(STRANGER, ETHER),
      recipient: account(STRANGER, { nonce: 0n, balance: 1n }),
    },
    'a call of a contract': { ...invoke(UNKNOWN_CONTRACT, 'claim()', []), recipient: contract(UNKNOWN_CONTRACT) },
  },
})
