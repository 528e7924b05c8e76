import type { Address } from '@redoubt/risk/address.ts'
import { recommend } from '@redoubt/risk/recommendation.ts'
import { getAddress } from 'viem/utils'
import type { ContractScanResult } from '../scans/contract/scanContract.ts'
import type { SentTransactionResult } from '../scans/transaction/scanSentTransaction.ts'
import type { UrlScanResult } from '../scans/url/scanUrl.ts'
import type { WalletScanResult } from '../scans/wallet/scanWallet.ts'
import type { EntityJudgement } from './entityJudgement.ts'
import { sourcesOfContract, sourcesOfTransaction, sourcesOfUrl, sourcesOfWallet } from './entitySources.ts'

// What each scan found, as one judgement. Nothing is judged here. `judgedAt` in Unix milliseconds.

export function judgedContract(result: ContractScanResult, judgedAt: number): EntityJudgement {
  return {
    ...shared(result),
    entity: result.address,
    entityType: 'contract',
    subject: result.tokenSecurity === null ? 'contract' : 'token',
    canonical: getAddress(result.address.toLowerCase() as Address),
    chain: result.chain,
    recommendation: result.recommendation,
    findings: result.warnings,
    threats: result.threats,
    block: blockOf(result),
    sources: sourcesOfContract(result, judgedAt),
    breakdown: result.breakdown,
    judgedAt,
  }
}

export function judgedWallet(result: WalletScanResult, judgedAt: number): EntityJudgement {
  return {
    ...shared(result),
    entity: result.address,
    entityType: 'wallet',
    subject: 'wallet',
    canonical: getAddress(result.address.toLowerCase() as Address),
    chain: result.chain,
    // A caller that asks about a wallet is about to send it something.
    recommendation: recommend('transaction', result.riskLevel),
    findings: result.riskFactors,
    threats: [],
    subScores: result.subScores,
    weighted: result.weightedScore,
    breakdown: result.breakdown,
    block: blockOf(result),
    sources: sourcesOfWallet(result, judgedAt),
    judgedAt,
  }
}

/** Its time is when the site was looked at, which may be before now. */
export function judgedUrl(result: UrlScanResult): EntityJudgement {
  return {
    ...shared(result),
    entity: result.requestedUrl,
    entityType: 'url',
    subject: 'url',
    canonical: result.requestedUrl,
    chain: null,
    recommendation: result.recommendation,
    findings: result.warnings,
    breakdown: result.breakdown,
    threats: result.threats,
    block: null,
    sources: sourcesOfUrl(result),
    judgedAt: Date.parse(result.asOf),
  }
}

export function judgedTransaction(result: SentTransactionResult, judgedAt: number): EntityJudgement {
  return {
    ...shared(result),
    entity: result.transaction.hash,
    entityType: 'transaction',
    subject: null,
    breakdown: null,
    canonical: result.transaction.hash,
    chain: result.transaction.chain,
    recommendation: result.recommendation,
    findings: result.warnings,
    threats: [],
    block: blockOf(result),
    sources: sourcesOfTransaction(result, judgedAt),
    judgedAt,
  }
}

type Shared = Pick<
  EntityJudgement,
  'riskScore' | 'riskLevel' | 'confidence' | 'complete' | 'unknown' | 'unavailable' | 'rulesetVersion' | 'intelAsOf'
>

function shared(result: Shared): Shared {
  const { riskScore, riskLevel, confidence, complete, unknown, unavailable, rulesetVersion, intelAsOf } = result
  return { riskScore, riskLevel, confidence, complete, unknown, unavailable, rulesetVersion, intelAsOf }
}

function blockOf({ blockNumber, blockHash }: Pick<ContractScanResult, 'blockNumber' | 'blockHash'>) {
  return blockNumber === null || blockHash === null ? null : { number: blockNumber, hash: blockHash }
}
