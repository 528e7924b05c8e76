import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  contract,
  invoke,
  label,
  NFT,
  STRANGER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './operator-approval-to-unknown-contract.ts'

const operator = { token: NFT, symbol: 'APE', standard: 'erc721', operator: true, after: 1n, unlimited: true } as const

detectorTest(detector, {
  detects: {
    'setApprovalForAll to a contract without a label': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, operator)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'a market that was executed in full and moves listed items only': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, operator)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
      spenderProbes: [
        { spender: UNKNOWN_CONTRACT, pulls: [], guardedPulls: [], executedInFull: true, privileged: [], cut: [] },
      ],
      consentingSpenders: [UNKNOWN_CONTRACT],
      severity: 'medium',
    },
    'the same for ERC-1155': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { ...operator, standard: 'erc1155' })],
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'an unsimulated call': {
      ...invoke(NFT, 'setApprovalForAll(address,bool)', [UNKNOWN_CONTRACT, true]),
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
    },
  },
  clears: {
    'a marketplace': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, operator)],
      spenders: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('nft_marketplace')] })),
    },
    'a revocation': {
      ...invoke(NFT, 'setApprovalForAll(address,bool)', [UNKNOWN_CONTRACT, false]),
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'a personal wallet, which is another finding': {
      approvalChanges: [approval(STRANGER, operator)],
      spenders: byAddress(account(STRANGER)),
    },
  },
})
