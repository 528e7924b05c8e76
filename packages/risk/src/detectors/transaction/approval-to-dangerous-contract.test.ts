import type { ContractJudgement } from '../../facts/contractJudgement.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  approval,
  byAddress,
  contract,
  MAX_UINT256,
  ROUTER,
  router,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import { judgement } from '../../testing/testJudgement.ts'
import detector from './approval-to-dangerous-contract.ts'

const approving = {
  approvalChanges: [approval(UNKNOWN_CONTRACT, { after: 5n, unlimited: false })],
  spenders: byAddress(contract(UNKNOWN_CONTRACT)),
}

const judged = judgement(UNKNOWN_CONTRACT, 'high')[UNKNOWN_CONTRACT] as ContractJudgement
const ownMint = (complete: boolean, ...others: ContractJudgement['findings']) => ({
  [UNKNOWN_CONTRACT]: {
    ...judged,
    complete,
    findings: [{ id: 'hidden-mint', severity: 'high' as const, title: 'Hidden mint function' }, ...others],
  },
})

detectorTest(detector, {
  detects: {
    'a spender that also drains': {
      ...approving,
      contractJudgements: ownMint(true, ...judged.findings),
      severity: 'high',
    },
    'a spender that mints, where the scan did not end': {
      ...approving,
      contractJudgements: ownMint(false),
      severity: 'high',
    },
    'a token that may be minted, which is the one that it may take': {
      ...approving,
      approvalChanges: [approval(UNKNOWN_CONTRACT, { token: UNKNOWN_CONTRACT, after: 5n, unlimited: false })],
      contractJudgements: ownMint(true),
      severity: 'high',
    },
    'an allowance, however small': {
      ...approving,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical'),
      severity: 'critical',
    },
    'a spender that is rated high': {
      ...approving,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'high'),
      severity: 'high',
    },
    'an operator': {
      approvalChanges: [approval(UNKNOWN_CONTRACT, { standard: 'erc721', operator: true, after: 1n })],
      spenders: byAddress(contract(UNKNOWN_CONTRACT)),
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'medium'),
      severity: 'medium',
    },
    'a spender that only weak signs speak against': {
      ...approving,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'unknown'),
      severity: 'medium',
    },
  },
  clears: {
    'a spender that may only mint a token of its own': { ...approving, contractJudgements: ownMint(true) },
    'a spender whose state the node does not keep': {
      ...approving,
      contractJudgements: {
        [UNKNOWN_CONTRACT]: {
          ...(judgement(UNKNOWN_CONTRACT, 'unknown')[UNKNOWN_CONTRACT] as ContractJudgement),
          complete: false,
          unreadable: true,
        },
      },
    },
    'the same allowance for a contract without findings': {
      ...approving,
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'none'),
    },
    'an allowance that is taken back': {
      ...approving,
      approvalChanges: [approval(UNKNOWN_CONTRACT, { before: MAX_UINT256, after: 0n, unlimited: false })],
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical'),
    },
    'a dangerous token that a router may take': {
      approvalChanges: [approval(ROUTER, { token: UNKNOWN_CONTRACT })],
      spenders: byAddress(router()),
      contractJudgements: judgement(UNKNOWN_CONTRACT, 'critical'),
    },
  },
})
