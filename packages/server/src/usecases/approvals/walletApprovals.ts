import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { comparePlaces, placeOf, rankApprovals } from '@redoubt/risk/wallet/rankApprovals.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { ScanContext, ScanOwner } from '../scans/scanContext.ts'
import { createRecentLists, readListBlock, readPageEnd, writePageEnd } from './listPages.ts'
import { type RankedList, renderWalletApprovals, type WalletApprovalsResult } from './renderWalletApprovals.ts'
import type { WalletApprovalsInput } from './walletApprovalsInput.ts'

export type { WalletApprovalsResult } from './renderWalletApprovals.ts'
export type { WalletApprovalsInput } from './walletApprovalsInput.ts'

/** What a list of approvals reads from one network. */
export type ApprovalSources = {
  chain: Chain
  block(signal: AbortSignal): Promise<PinnedBlock>
  blockAt(number: bigint, signal: AbortSignal): Promise<PinnedBlock>
  /** Answers with the approvals known when the signal aborts. */
  approvals(block: PinnedBlock, owner: Address, signal: AbortSignal): Promise<WalletApprovals>
  /** Date of the oldest list that labels and sanctions come from. */
  intelAsOf(): string
}

/**
 * Builds GET /v1/wallet/approvals/{address}. All pages are of the block of the first: the list is kept for a while, and made anew from
 * the same block when it was dropped.
 * @throws ApiError VALIDATION_ERROR when the cursor is not one of this question, or its block was replaced; UPSTREAM_UNAVAILABLE
 *   or UPSTREAM_TIMEOUT when not even the block could be read.
 */
export function createWalletApprovals(
  sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<ApprovalSources>,
  cursors: Cursors,
) {
  const recent = createRecentLists<RankedList>()

  return async function walletApprovals(
    input: WalletApprovalsInput,
    context: ScanContext,
  ): Promise<WalletApprovalsResult> {
    const { chain, address, cursor, risk, limit } = input
    const about = JSON.stringify(['approvals', context.environment, chain, address, risk?.toSorted() ?? 'all'])
    const after = cursor === null ? null : readPageEnd(cursors.unseal(cursor, about))
    const sources = await sourcesFor(context, chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const block = await readListBlock(after, { sources, input, signal })

    const key = `${context.environment}:${chain}:${address}:${block.hash}`
    const kept = recent.get(key)
    // A list that time cut short is good for the pages that follow it, and no reason to cut the next one short.
    const list = kept && (after !== null || kept.complete) ? kept : await gather(sources, block, address, signal)
    recent.keep(key, list, list.approvals.length + list.unconfirmed.length)

    const chosen = list.approvals.filter(({ riskLevel }) => risk === null || risk.includes(riskLevel))
    const rest = after === null ? chosen : chosen.filter((one) => comparePlaces(placeOf(one), after.place) > 0)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    const nextCursor =
      last !== undefined && rest.length > page.length
        ? cursors.seal(writePageEnd({ number: block.number, hash: block.hash, place: placeOf(last) }), about)
        : null
    return renderWalletApprovals({ input, block, list, page, nextCursor, intelAsOf: sources.intelAsOf() })
  }
}

async function gather(
  sources: ApprovalSources,
  block: PinnedBlock,
  owner: Address,
  signal: AbortSignal,
): Promise<RankedList> {
  // A burn address or precompile has no key, and what tokens log in its name means nothing.
  if (BURN_ADDRESSES.has(owner) || BigInt(owner) <= LAST_PRECOMPILE)
    return { approvals: [], unconfirmed: [], events: 0, complete: true, cut: [], unavailable: [], keyless: true }
  const found = await sources.approvals(block, owner, signal)
  const approvals = rankApprovals(found.approvals, { owner, now: Number(block.timestamp) })
  return { ...found, approvals, keyless: false }
}

/** Those of the three networks end at 0x100 (RIP-7212). */
const LAST_PRECOMPILE = 0x1ffn
