import type { Chain } from '@redoubt/risk/chain.ts'
import type { Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import { comparePlaces } from '@redoubt/risk/wallet/rankApprovals.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { createRecentLists, readListBlock, readPageEnd, writePageEnd } from '../approvals/listPages.ts'
import type { RevokeSources } from '../approvals/revokeApprovals.ts'
import type { ApprovalSources, WalletApprovalsInput } from '../approvals/walletApprovals.ts'
import type { ScanContext, ScanOwner } from '../scans/scanContext.ts'
import { gatherLedger, type LedgerSources } from './gatherLedger.ts'
import { type Ledger, renderWalletPermissions, type WalletPermissionsResult } from './renderWalletPermissions.ts'
import { readSignatures } from './scannedSignatures.ts'

export type { WalletPermissionsResult } from './renderWalletPermissions.ts'

/** What the ledger reads from one network. */
export type PermissionSources = Pick<RevokeSources, 'revocations'> & LedgerSources & ApprovalSources

/** Entries of a page whose end is executed; the others say that they are too many. */
const MAX_ENDED = 200
/** Of the deadline; the rest is for executing what ends each entry of the page. */
const SHARE_FOR_THE_LIST = 0.6

/**
 * Builds GET /v1/wallet/permissions/{address}: everything that lets another account act on the wallet, at one block, and for each entry
 * of the page the transaction that ends it, executed. All pages are of the block of the first.
 * @throws ApiError VALIDATION_ERROR when the cursor is not one of this question, or its block was replaced; UPSTREAM_UNAVAILABLE
 *   or UPSTREAM_TIMEOUT when not even the block could be read.
 */
export function createWalletPermissions(
  sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<PermissionSources>,
  { cursors, records }: { cursors: Cursors; records: Pick<ScanRecords, 'messagesOf'> },
) {
  /** With the scans of messages that it rests on. */
  const recent = createRecentLists<Ledger & { scans: string | null }>()

  return async function walletPermissions(
    input: WalletApprovalsInput,
    context: ScanContext,
  ): Promise<WalletPermissionsResult> {
    const { chain, address, cursor, risk, limit } = input
    const about = JSON.stringify(['permissions', context.environment, chain, address, risk?.toSorted() ?? 'all'])
    const after = cursor === null ? null : readPageEnd(cursors.unseal(cursor, about))
    const sources = await sourcesFor(context, chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const block = await readListBlock(after, { sources, input, signal })
    const key = `${context.environment}:${context.accountId ?? ''}:${chain}:${address}:${block.hash}`
    const kept = recent.get(key)
    const signatures =
      after === null || kept === undefined
        ? await readSignatures(records, { chain, address: input.spelling.checksummed, block }, context)
        : null
    const scans = signatures?.signatures.map(({ scan }) => scan.requestId).join() ?? null
    // A list that time cut short is good for the pages that follow it, and no reason to cut the next one short. A new scan of a message
    // changes it within its block.
    const ledger =
      kept && (after !== null || (kept.complete && kept.scans === scans))
        ? kept
        : {
            scans,
            ...(await gatherLedger(
              sources,
              { block, address, signatures },
              within(signal, Math.ceil(input.deadlineMs * SHARE_FOR_THE_LIST)),
            )),
          }
    recent.keep(key, ledger, ledger.entries.length + ledger.unconfirmed.length)

    const chosen = ledger.entries.filter(({ riskLevel }) => risk === null || risk.includes(riskLevel))
    const rest = after === null ? chosen : chosen.filter(({ place }) => comparePlaces(place, after.place) > 0)
    const page = rest.slice(0, limit)
    const last = page.at(-1)
    const nextCursor =
      last !== undefined && rest.length > page.length
        ? cursors.seal(writePageEnd({ number: block.number, hash: block.hash, place: last.place }), about)
        : null
    const { account } = ledger
    const ends: Revocations | null =
      account === null || page.length === 0
        ? null
        : await sources
            .revocations(
              block,
              {
                account,
                wallet: ledger.wallet,
                permissions: page
                  .slice(0, MAX_ENDED)
                  .map(({ permission }) => permission)
                  // All ends of a page are executed in a row, and a Safe cannot lose all its owners.
                  .filter(({ standard }) => standard !== 'safe-owner'),
                invalidateNonces: false,
              },
              signal,
            )
            .catch(() => null)
    return renderWalletPermissions({
      input,
      block,
      ledger,
      page,
      ends,
      planned: MAX_ENDED,
      nextCursor,
      intelAsOf: sources.intelAsOf(),
    })
  }
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
