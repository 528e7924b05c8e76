import type { RiskReport } from '@redoubt/risk/report.ts'
import type { ContractScanResult } from '../scans/contract/scanContract.ts'
import type { SentTransactionResult } from '../scans/transaction/scanSentTransaction.ts'
import type { UrlScanResult } from '../scans/url/scanUrl.ts'
import type { WalletScanResult } from '../scans/wallet/scanWallet.ts'

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

export function sourcesOfWallet(result: WalletScanResult, at: number): Source[] {
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

export function sourcesOfTransaction(result: SentTransactionResult, at: number): Source[] {
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
