import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  contract,
  label,
  NFT,
  STRANGER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './operator-approval-to-eoa.ts'

const operator = { token: NFT, symbol: 'APE', standard: 'erc721', operator: true, after: 1n, unlimited: true } as const

detectorTest(detector, {
  detects: {
    'setApprovalForAll to a wallet': {
      approvalChanges: [approval(STRANGER, operator)],
      spenders: byAddress(account(STRANGER)),
    },
    'a wallet with an EIP-7702 delegation': {
      approvalChanges: [approval(STRANGER, operator)],
      spenders: byAddress(account(STRANGER, { class: 'delegated-eoa', delegate: UNKNOWN_CONTRACT })),
    },
  },
  clears: {
    'a marketplace': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, operator)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('nft_marketplace')] })),
    },
    'the end of an approval': {
      approvalChanges: [approval(STRANGER, { ...operator, before: 1n, after: 0n })],
      spenders: byAddress(account(STRANGER)),
    },
  },
})
