import assert from 'node:assert/strict'
import { deriveGrants } from '../../derive/grants.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  NFT,
  ROUTER,
  router,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './limited-approval-to-unknown-contract.ts'

const spenders = byAddress(contract(UNKNOWN_CONTRACT), router())
const bounded = { after: 5_000_000n, unlimited: false }
const [fiveUsdc] = deriveGrants({
  approvalChanges: [approval(UNKNOWN_CONTRACT, bounded)],
  steps: [],
  principals: [TRADER],
  spenders,
})
assert.ok(fiveUsdc)
const consentingSpenders = [UNKNOWN_CONTRACT]
const PROXY = contract(UNKNOWN_CONTRACT, { kind: { type: 'proxy', implementation: ROUTER } })

detectorTest(detector, {
  detects: {
    'five USDC of a hundred to an unlabelled contract': { grants: [{ ...fiveUsdc, balance: 100_000_000n }] },
    'five USDC, with none to take yet': { grants: [{ ...fiveUsdc, balance: 0n }] },
    'exactly what is held': { grants: [{ ...fiveUsdc, balance: 5_000_000n }], severity: 'high' },
    'most of what is held': { grants: [{ ...fiveUsdc, balance: 9_000_000n }], severity: 'high' },
    'more than is held': { grants: [{ ...fiveUsdc, balance: 1n }], severity: 'high' },
    'exactly what is held, to code that was executed in full and obeys owners only': {
      grants: [{ ...fiveUsdc, balance: 5_000_000n }],
      consentingSpenders,
      severity: 'low',
    },
    'the same code behind a proxy': {
      grants: [{ ...fiveUsdc, balance: 5_000_000n, spenderAccount: PROXY }],
      consentingSpenders,
      severity: 'high',
    },
    'exactly what is held, which a later call of the bundle has it take': {
      grants: [{ ...fiveUsdc, balance: 5_000_000n, spentLater: true }],
      severity: 'low',
    },
    'an amount that could not be compared': { grants: [fiveUsdc], severity: 'medium' },
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
      severity: 'high',
    },
  },
  clears: {
    'a bounded approval to a protocol': { approvalChanges: [approval(ROUTER, bounded)], spenders },
    'an unlimited one, which is another finding': { approvalChanges: [approval(UNKNOWN_CONTRACT)], spenders },
  },
})
