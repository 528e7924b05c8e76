import { detectorTest } from '../../detectorTest.ts'
import { approval, byAddress, contract, NFT, ROUTER, router, UNKNOWN_CONTRACT } from '../../sampleFacts.ts'
import detector from './bounded-approval-to-unknown-contract.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const bounded = { after: 5_000_000n, unlimited: false }

detectorTest(detector, {
  detects: {
    'five USDC to an unlabelled contract': { approvalChanges: [approval(UNKNOWN_CONTRACT, bounded)], spenders },
    'one item of a collection': {
      approvalChanges: [
        approval(UNKNOWN_CONTRACT, {
          token: NFT,
          symbol: 'APE',
          standard: 'erc721',
          tokenId: 7n,
          after: 1n,
          unlimited: false,
        }),
      ],
      spenders,
    },
  },
  clears: {
    'a bounded approval to a protocol': { approvalChanges: [approval(ROUTER, bounded)], spenders },
    'an unlimited one, which is another finding': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
  },
})
