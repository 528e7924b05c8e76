import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../../facts/facts.ts'
import type { WalletApproval } from '../../facts/walletApprovals.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { account, contract, DRAINER, label, STRANGER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { sampleWallet, scammer, walletApproval } from '../../testing/sampleWallet.ts'
import detector from './risky-approvals.ts'

const DRAINING = {
  riskScore: 90,
  riskLevel: 'critical',
  complete: true,
  findings: [],
  weak: [],
} as const satisfies WalletApproval['spenderJudgement']

detectorTest(detector, {
  detects: {
    'unlimited to an unknown contract': {
      walletApprovals: [walletApproval({ unlimited: true, spenderAccount: contract(UNKNOWN_CONTRACT) })],
    },
    'to a person with a key': { walletApprovals: [walletApproval({ spenderAccount: account(STRANGER) })] },
    'to a listed drainer': {
      walletApprovals: [
        walletApproval({ unlimited: true, spenderAccount: contract(DRAINER, { labels: [label('scammer')] }) }),
      ],
      severity: 'high',
    },
    'to a contract that its scan proves a drainer': {
      walletApprovals: [
        walletApproval({ unlimited: true, spenderAccount: contract(UNKNOWN_CONTRACT), spenderJudgement: DRAINING }),
      ],
      severity: 'medium',
    },
    'to a listed person': { walletApprovals: [walletApproval({ spenderAccount: scammer() })], severity: 'high' },
    'unlimited, of a token that is not held': {
      walletApprovals: [walletApproval({ unlimited: true, balance: 0n, spenderAccount: contract(UNKNOWN_CONTRACT) })],
      severity: 'low',
    },
    'bounded, to code without published source': {
      walletApprovals: [walletApproval({ spenderAccount: contract(UNKNOWN_CONTRACT), spenderVerified: false })],
      severity: 'low',
    },
  },
  clears: {
    'bounded to a known router': {},
    'unlimited to a known router': { walletApprovals: [walletApproval({ unlimited: true })] },
    'of a token that no registry lists, which may have forged it': {
      walletApprovals: [
        walletApproval({ unlimited: true, spenderAccount: contract(UNKNOWN_CONTRACT), tokenUnlisted: true }),
      ],
    },
    none: { walletApprovals: [] },
  },
})

const wordsFor = (change: Partial<WalletApproval>) => {
  const { subject, block } = sampleWallet() as Pick<Facts, 'subject' | 'block'>
  const approval = walletApproval({ spenderAccount: contract(UNKNOWN_CONTRACT), ...change })
  const hits = detector.detect({ subject, block, walletApprovals: [approval] })
  return Array.isArray(hits) ? hits[0]?.description : undefined
}

test('the words are those of the worst reason', () => {
  assert.match(String(wordsFor({ spenderVerified: false })), /\(spender without verified source code\)/)
  assert.match(String(wordsFor({ spenderDeployedRecently: true })), /\(recently deployed spender\)/)
  assert.match(String(wordsFor({ unlimited: true })), /\(unlimited, unknown spender\)/)
  assert.match(String(wordsFor({ spenderAccount: account(STRANGER) })), /\(spender that is a personal wallet\)/)
})
