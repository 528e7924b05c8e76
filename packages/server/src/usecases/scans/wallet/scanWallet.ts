import type { Chain } from '@redoubt/risk/chain.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import { judgeWallet } from './judgeWallet.ts'
import { withKeptLevels, withUnknownLevels } from './keptLevels.ts'
import type { AddressAssociation } from './renderAssociations.ts'
import { renderWallet, type WalletScanResult } from './renderWallet.ts'
import { renewKept } from './renewKept.ts'
import type { WalletScanInput } from './walletScanInput.ts'
import { holdingsProviders, type WalletSources } from './walletSources.ts'

export type { WalletScanResult } from './renderWallet.ts'
export type { WalletScanInput } from './walletScanInput.ts'

/**
 * Builds GET /v1/scan/wallet/{address}. Missing facts make a partial answer; contracts, precompiles and the zero address are
 * answered too, each with a finding that says what it is.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export function createWalletScan(sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<WalletSources>) {
  return async function scanWallet(input: WalletScanInput, context: ScanContext): Promise<WalletScanResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const judged = await judgeWallet(input, sources, {
      signal: context.signal,
      onFact: context.onFact,
      shown: ['activityLabels'],
      providers: holdingsProviders(input, sources),
    })
    const result = renderWallet({ input, judged, intelAsOf: sources.intelAsOf() })
    const { block } = judged.gathered.facts
    const { keptLevels } = sources
    const addressOf = ({ address }: AddressAssociation) => address
    const counterparties = await withKeptLevels(result.counterparties, { addressOf, block, keptLevels, signal })
    await renewKept(sources, judged, signal)
    return { ...result, counterparties, unknown: withUnknownLevels(result.unknown, counterparties, 'counterparties') }
  }
}
