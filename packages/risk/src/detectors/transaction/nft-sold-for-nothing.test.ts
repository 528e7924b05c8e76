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
  NFT,
  nft,
  ROUTER,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './nft-sold-for-nothing.ts'

const order = (to: typeof STRANGER) => ({
  ...invoke(ROUTER, 'matchOrders(address,uint256)', [NFT, 7n]),
  simulation: simulation(),
  counterparties: byAddress(account(STRANGER), contract(UNKNOWN_CONTRACT)),
  balanceChanges: [nft(TRADER, -1n, 7n), nft(to, 1n, 7n)],
})

const transfers = {
  ...order(STRANGER),
  ...invoke(ROUTER, 'bulkTransfer(address[],address)', [[NFT], STRANGER]),
}

detectorTest(detector, {
  detects: {
    'an order that sells for zero': order(STRANGER),
    'an order that sells for one wei': {
      ...order(STRANGER),
      balanceChanges: [...order(STRANGER).balanceChanges, change(TRADER, 1n)],
    },
    'a transfer of several items by an unknown contract': { ...transfers, recipient: contract(ROUTER) },
    'an order of a known marketplace that names its taker': {
      ...order(STRANGER),
      ...invoke(ROUTER, 'matchOrders(address,uint256,address)', [NFT, 7n, STRANGER]),
      recipient: contract(ROUTER, { labels: [label('nft_marketplace', 'Marketplace')] }),
    },
    'an order that sells for a worthless token': {
      ...order(STRANGER),
      balanceChanges: [
        ...order(STRANGER).balanceChanges,
        change(TRADER, 10n ** 24n, { assetType: 'erc20', address: UNKNOWN_CONTRACT, before: 0n }),
      ],
      severity: 'high',
    },
  },
  clears: {
    'a sale that pays': {
      ...order(STRANGER),
      simulation: simulation({
        trace: frame({ to: ROUTER, calls: [frame({ from: ROUTER, to: TRADER, value: ETHER })] }),
      }),
      balanceChanges: [nft(TRADER, -1n, 7n), change(TRADER, ETHER), nft(STRANGER, 1n, 7n)],
    },
    'a transfer of several items by a known helper': {
      ...transfers,
      recipient: contract(ROUTER, { labels: [label('nft_marketplace', 'Transfer helper')] }),
    },
    'a stake in a contract': order(UNKNOWN_CONTRACT),
    'a gift by plain transfer': {
      ...invoke(NFT, 'safeTransferFrom(address,address,uint256)', [TRADER, FRIEND, 7n]),
      simulation: simulation(),
      balanceChanges: [nft(TRADER, -1n, 7n), nft(FRIEND, 1n, 7n)],
    },
  },
})
