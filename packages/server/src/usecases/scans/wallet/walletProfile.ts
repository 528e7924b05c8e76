import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'
import type { ScanContext, ScanOwner } from '../scanContext.ts'
import { judgeWallet } from './judgeWallet.ts'
import { withKeptLevels, withUnknownLevels } from './keptLevels.ts'
import { renderWalletProfile, type TokenHolding, type WalletProfileResult } from './renderWalletProfile.ts'
import { renewKept } from './renewKept.ts'
import { holdingsProviders, type WalletSources } from './walletSources.ts'

export type { WalletProfileResult } from './renderWalletProfile.ts'

export type WalletProfileInput = {
  chain: Chain
  /** Lower case; `spelling` has what the caller wrote. */
  address: Address
  spelling: AddressSpelling
  /** 200-30,000, default 10,000. */
  deadlineMs: number
}

/**
 * Builds GET /v1/wallet/profile/{address}: the facts of a wallet scan, what the wallet holds, and the names it earned, learned
 * together at one block.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export function createWalletProfile(sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<WalletSources>) {
  return async function walletProfile(input: WalletProfileInput, context: ScanContext): Promise<WalletProfileResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const judged = await judgeWallet({ ...input, owner: null }, sources, {
      signal: context.signal,
      shown: ['holdings', 'activityLabels', 'walletApprovals'],
      providers: holdingsProviders(input, sources),
    })
    const result = renderWalletProfile({ input, ...judged, intelAsOf: sources.intelAsOf() })
    const { block } = judged.gathered.facts
    const { keptLevels } = sources
    const addressOf = ({ token }: TokenHolding) => token
    const tokens = await withKeptLevels(result.holdings.tokens, { addressOf, block, keptLevels, signal })
    await renewKept(sources, judged, signal)
    const unknown = withUnknownLevels(result.unknown, tokens, 'holdings.tokens')
    return { ...result, holdings: { ...result.holdings, tokens }, unknown }
  }
}
