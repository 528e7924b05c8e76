import type { Address } from '@redoubt/risk/address.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { getAddress } from 'viem/utils'
import type { ContractScanResult } from '../scans/contract/scanContract.ts'
import type { SentTransactionResult } from '../scans/transaction/scanSentTransaction.ts'
import type { UrlScanResult } from '../scans/url/scanUrl.ts'
import type { WalletScanResult } from '../scans/wallet/scanWallet.ts'
import type { EntityJudgement } from './entityJudgement.ts'

// What each scan found, as one judgement. Nothing is judged here. `judgedAt` in Unix milliseconds.

export function judgedContract(result: ContractScanResult, judgedAt: number): EntityJudgement {
  return {
    ...shared(result),
    entity: result.address,
    entityType: 'contract',
    subject: result.tokenSecurity === null ? 'contract' : 'token',
    canonical: getAddress(result.address.toLowerCase() as Address),
    chain: result.chain,
    label: labelOf(result),
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

/** Returns `Name (SYMBOL)` of a token, the name of another contract, and null where no source names it. */
function labelOf({ contractDetails: { name, symbol }, tokenSecurity, unknown }: ContractScanResult): string | null {
  if (tokenSecurity !== null && !unknown.includes('symbol')) return `${name} (${symbol})`
  return name === 'Unlabelled contract' ? null : name
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

// Which sources gave facts, each with the date of what it said. `at` in Unix milliseconds.

type Source = RiskReport['sources'][number]

export function sourcesOfContract(result: ContractScanResult, at: number): Source[] {
  const { verifiedBy } = result.contractDetails
  return distinct([
    ...chainState(result, at),
    { name: 'Bytecode analysis', asOf: null },
    ...(result.trade === null ? [] : [{ name: 'Trade simulation on a fork', asOf: iso(at) }]),
    ...(verifiedBy === null ? [] : [{ name: verifiedBy, asOf: iso(at) }]),
    lists(result),
  ])
}

function sourcesOfWallet(result: WalletScanResult, at: number): Source[] {
  const { historySource, labelSources } = result
  return distinct([
    ...chainState(result, at),
    ...(historySource === null ? [] : [{ name: `Transaction history (${historySource})`, asOf: iso(at) }]),
    ...labelSources.map(({ source, since }) => ({ name: source, asOf: since })),
    lists(result),
  ])
}

export function sourcesOfUrl(result: UrlScanResult): Source[] {
  const { reached, certificate, listed, lexical, asOf } = result
  return distinct([
    ...(reached === null ? [] : [{ name: 'Visit of the page', asOf }]),
    ...(certificate === null ? [] : [{ name: 'Certificate', asOf }]),
    ...(result.details.domainAge === null ? [] : [{ name: 'Registration', asOf }]),
    ...(listed ?? []).map(({ source, listedSince }) => ({ name: source, asOf: listedSince })),
    ...(lexical === null ? [] : [{ name: 'Model of names', asOf: null }]),
    lists(result),
  ])
}

function sourcesOfTransaction(result: SentTransactionResult, at: number): Source[] {
  return distinct([
    ...chainState(result, at),
    ...(result.simulation === null ? [] : [{ name: 'Execution on a fork', asOf: iso(at) }]),
    lists(result),
  ])
}

function chainState({ blockNumber }: { blockNumber: string | null }, at: number): Source[] {
  return blockNumber === null ? [] : [{ name: 'Chain state at the block', asOf: iso(at) }]
}

function lists({ intelAsOf }: { intelAsOf: string }): Source {
  return { name: 'Lists, the oldest of them', asOf: intelAsOf }
}

/** The first word on each counts. */
function distinct(sources: readonly Source[]): Source[] {
  return sources.filter(({ name }, place) => sources.findIndex((other) => other.name === name) === place)
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
