import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  contract,
  invoke,
  MAX_UINT256,
  ROUTER,
  router,
  STRANGER,
  TRADER,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './approval-to-eoa.ts'

detectorTest(detector, {
  detects: {
    'an unlimited approval to a wallet': {
      approvalChanges: [approval(STRANGER)],
      spenders: byAddress(account(STRANGER)),
    },
    'a bounded approval to a wallet': {
      approvalChanges: [approval(STRANGER, { after: 100n, unlimited: false })],
      spenders: byAddress(account(STRANGER)),
    },
    'a wallet with an EIP-7702 delegation': {
      approvalChanges: [approval(STRANGER)],
      spenders: byAddress(account(STRANGER, { class: 'delegated-eoa', codeSize: 23, delegate: ROUTER })),
    },
    'an increase of an allowance, unsimulated': {
      ...invoke(USDC, 'increaseAllowance(address,uint256)', [STRANGER, MAX_UINT256]),
      spenders: byAddress(account(STRANGER)),
    },
  },
  clears: {
    'an approval to a protocol': { approvalChanges: [approval(ROUTER)], spenders: byAddress(router()) },
    'an approval to an unlabelled contract, which is another finding': {
      approvalChanges: [approval(STRANGER)],
      spenders: byAddress(contract(STRANGER)),
    },
    'a plain transfer': {},
    'an approval to oneself': {
      ...invoke(USDC, 'approve(address,uint256)', [TRADER, MAX_UINT256]),
      approvalChanges: [approval(TRADER)],
      spenders: byAddress(account(TRADER)),
    },
    'a revocation': {
      ...invoke(USDC, 'approve(address,uint256)', [STRANGER, 0n]),
      spenders: byAddress(account(STRANGER)),
    },
  },
})
