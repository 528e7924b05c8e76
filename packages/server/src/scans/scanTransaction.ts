import type { Chain } from '../risk/chain.ts'
import type { AddressSpelling, Hex, Transaction } from '../risk/facts.ts'
import type { Finding } from '../risk/finding.ts'

export type TransactionScanInput = {
  chain: Chain
  transaction: Transaction
  spellings: AddressSpelling[]
  /** Default true both. */
  simulate: boolean
  explain: boolean
  /** 200-30,000, default 3,000. */
  deadlineMs: number
}

export type RiskLevel = 'safe' | 'low' | 'medium' | 'high' | 'critical'

/** `data` of POST /v1/scan/transaction: JSON values only. */
export type TransactionScanResult = {
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  decoded: {
    functionName: string | null
    signature: string | null
    parameters: { name: string; type: string; value: string }[]
    calls: {
      to: string | null
      functionName: string | null
      signature: string | null
      parameters: { name: string; type: string; value: string }[]
    }[]
  }
  explanation: { summary: string; details: string; warnings: string[]; source: 'template' } | null
  simulation: {
    success: boolean
    gasUsed: string
    revertReason: string | null
    toppedUp: boolean
    truncated: boolean
    balanceChanges: {
      asset: string
      before: string | null
      after: string | null
      change: string
      assetType: string
      address: string | null
      tokenId: string | null
      account: string
      changeUsd: number | null
    }[]
    approvalChanges: {
      token: string
      symbol: string | null
      standard: string
      owner: string
      spender: string
      spenderLabel: string | null
      before: string | null
      after: string
      unlimited: boolean
      riskLevel: RiskLevel
    }[]
    environments: { name: string; varies: string[]; success: boolean; gasUsed: string; sameOutcome: boolean }[]
  } | null
  warnings: Finding[]
  recommendation: 'PROCEED' | 'REVIEW' | 'CAUTION' | 'BLOCK'
  /** False when the deadline cut facts off. */
  complete: boolean
  /** Booleans and members that could not be learned. */
  unknown: string[]
  /** Sources that failed. */
  unavailable: string[]
  blockNumber: string | null
  blockHash: Hex | null
  rulesetVersion: string
  intelAsOf: string
}
