import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { TransactionScanResult } from '../usecases/scans/transaction/renderTransaction.ts'
import { transactionSummary } from './commands/demo.ts'

const SENDER = '0x1111111111111111111111111111111111111111'
const row = {
  before: '5',
  after: '3',
  assetType: 'erc20',
  address: null,
  tokenId: null,
  changeUsd: null,
  priceSource: null,
}

const result: TransactionScanResult = {
  riskScore: 91,
  riskLevel: 'critical',
  confidence: 0.934,
  decoded: {
    functionName: 'claim',
    signature: 'claim()',
    parameters: [],
    calls: [],
    intent: null,
    interpolatedIntent: null,
    contractName: 'Unlabelled contract',
    abi: 'signature-index',
    fields: [],
  },
  digests: { calldataDigest: null, calls: null },
  explanation: { summary: 'Your USDC leaves.', details: '', warnings: [], source: 'template' },
  simulation: {
    success: true,
    outcome: 'succeeded',
    gasUsed: '50000',
    besidesGas: null,
    dataFee: null,
    revertReason: null,
    toppedUp: false,
    truncated: false,
    created: null,
    operation: null,
    calls: null,
    balanceChanges: [
      { ...row, asset: 'USDC', change: '-2', account: SENDER },
      { ...row, asset: 'USDC', change: '2', account: '0x2222222222222222222222222222222222222222' },
    ],
    approvalChanges: [],
    environments: [],
    environmentCost: { runs: 0, gasUsed: '0', leftOut: [] },
    environmentBranches: [],
    validity: null,
  },
  origin: null,
  warnings: Array.from({ length: 6 }, (_, index) => ({
    id: `w${index}`,
    severity: 'high' as const,
    title: `Warning ${index}`,
    description: 'because',
    impact: 60,
    evidence: {},
  })),
  recommendation: 'BLOCK',
  complete: true,
  unknown: [],
  unavailable: [],
  blockNumber: '1',
  blockHash: '0x00',
  rulesetVersion: '1',
  intelAsOf: '2026-11-01',
}

describe('transactionSummary', () => {
  const text = stripVTControlCharacters(transactionSummary(result, SENDER.toUpperCase().replace('0X', '0x')))

  test('leads with the verdict, the score and the sentence', () => {
    assert.match(text, /^ BLOCK {2}critical, score 91\/100, confidence 93 %\n {2}Your USDC leaves\./)
  })

  test('shows what the sender loses and not what others gain', () => {
    assert.match(text, /you lose {2}2 USDC\n/)
    assert.match(text, /you gain {2}nothing\n/)
    assert.match(text, /you grant nothing/)
  })

  test('says how many warnings it left out', () => {
    assert.match(text, /Warning 3/)
    assert.doesNotMatch(text, /Warning 4/)
    assert.match(text, /and 2 more/)
  })

  test('says why a transaction fails', () => {
    const simulation = { ...result.simulation, success: false, revertReason: 'TransferHelper: TRANSFER_FROM_FAILED' }
    const failed = transactionSummary({ ...result, simulation } as TransactionScanResult, SENDER)
    assert.match(stripVTControlCharacters(failed), /fails {3}TransferHelper: TRANSFER_FROM_FAILED/)
  })
})
