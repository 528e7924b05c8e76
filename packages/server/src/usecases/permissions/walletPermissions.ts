import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import type { KeptSignature, WalletRights } from '@redoubt/risk/facts/walletRights.ts'
import { comparePlaces } from '@redoubt/risk/wallet/rankApprovals.ts'
import type { Cursors } from '../../domain/ports/cursors.ts'
import type { ScanRecords } from '../../domain/ports/scanRecords.ts'
import { inTime } from '../../lib/withTimeout.ts'
import { createRecentLists, readListBlock, readPageEnd, writePageEnd } from '../approvals/listPages.ts'
import type { RevokeSources } from '../approvals/revokeApprovals.ts'
import type { ApprovalSources, WalletApprovalsInput } from '../approvals/walletApprovals.ts'
import type { ScanContext, ScanOwner } from '../scans/scanContext.ts'
import { signaturesOf } from './keptSignatures.ts'
import { ledgerEntries } from './ledgerEntries.ts'
import { type Ledger, renderWalletPermissions, type WalletPermissionsResult } from './renderWalletPermissions.ts'
import type { RightSources } from './rightSources.ts'

export type { WalletPermissionsResult } from './renderWalletPermissions.ts'

/** What the ledger reads from one network. */
export type PermissionSources = Pick<RevokeSources, 'account' | 'walletContract' | 'revocations'> &
  ApprovalSources &
  RightSources

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
      after === null || kept === undefined ? await keptSignatures(records, { input, context, block }) : null
    const scans = signatures?.signatures.map(({ scan }) => scan.requestId).join() ?? null
    // A list that time cut short is good for the pages that follow it, and no reason to cut the next one short. A new scan of a message
    // changes it within its block.
    const ledger =
      kept && (after !== null || (kept.complete && kept.scans === scans))
        ? kept
        : {
            scans,
            ...(await gather(
              sources,
              { block, address, signatures },
              within(signal, input.deadlineMs * SHARE_FOR_THE_LIST),
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
                permissions: page.slice(0, MAX_ENDED).map(({ permission }) => permission),
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

async function gather(
  sources: PermissionSources,
  {
    block,
    address,
    signatures,
  }: { block: PinnedBlock; address: Address; signatures: Awaited<ReturnType<typeof keptSignatures>> },
  signal: AbortSignal,
): Promise<Ledger> {
  const account = await sources.account(block, address, signal).catch(() => null)
  if (account === null)
    return { ...NOTHING, cut: ['what kind of account it is'], unavailable: ['rpc'], complete: false }
  if (account.class === 'precompile' || BURN_ADDRESSES.has(address)) return { ...NOTHING, account, keyless: true }
  const wallet = await sources.walletContract(block, { account }, signal).catch(() => 'unknown' as const)
  const known = wallet === 'unknown' ? ({ type: 'contract' } as const) : wallet
  const [approvals, rights] = await Promise.all([
    sources.approvals(block, address, signal).catch((): WalletApprovals => FAILED_APPROVALS),
    sources
      .rights(block, { account, wallet: known, signatures: signatures?.signatures ?? [] }, signal)
      .catch((): WalletRights => FAILED_RIGHTS),
  ])
  const cut = [
    ...(wallet === 'unknown' ? ['what the contract account is made of'] : []),
    ...(signatures === null ? ['signatures that were scanned here'] : []),
    // A page can ask for messages by the hundred, so that one of them falls out of the list.
    ...(signatures?.whole === false ? [`signatures before the last ${MAX_MESSAGES} scans of messages`] : []),
    ...(signatures !== null && signatures.unreadable > 0 ? [`signatures of ${signatures.unreadable} kept scans`] : []),
    ...approvals.cut,
    ...rights.cut,
  ]
  return {
    account,
    wallet: known,
    entries: ledgerEntries(
      { approvals: approvals.approvals, rights: rights.rights },
      { owner: address, now: Number(block.timestamp) },
    ),
    unconfirmed: [
      ...rights.unconfirmed.map(({ keeper, holder, id, ...rest }) => ({
        ...rest,
        token: keeper,
        spender: holder,
        tokenId: id,
      })),
      ...approvals.unconfirmed,
    ],
    complete: cut.length === 0 && approvals.complete && rights.complete,
    cut: [...new Set(cut)],
    unavailable: [...new Set([...approvals.unavailable, ...rights.unavailable])],
    keyless: false,
  }
}

/** Scans of messages looked at, newest first, and milliseconds for reading them. */
const MAX_MESSAGES = 200
const LONGEST_READ = 1_000

/** What the account's own scans show of this wallet; null: they could not be read. */
async function keptSignatures(
  records: Pick<ScanRecords, 'messagesOf'>,
  { input, context, block }: { input: WalletApprovalsInput; context: ScanContext; block: PinnedBlock },
): Promise<{ signatures: KeptSignature[]; whole: boolean; unreadable: number } | null> {
  const { accountId, environment } = context
  if (accountId === undefined) return { signatures: [], whole: true, unreadable: 0 }
  const query = { accountId, environment, subject: input.spelling.checksummed, limit: MAX_MESSAGES }
  const kept = await inTime(records.messagesOf(query), LONGEST_READ, 'The store did not answer in time').catch(
    () => null,
  )
  if (kept === null) return null
  const about = { chain: input.chain, owner: input.address, now: Number(block.timestamp) }
  const { signatures, unreadable } = signaturesOf(kept, about)
  return { signatures, whole: kept.length < MAX_MESSAGES, unreadable }
}

const NOTHING: Ledger = {
  account: null,
  wallet: null,
  entries: [],
  unconfirmed: [],
  complete: true,
  cut: [],
  unavailable: [],
  keyless: false,
}
const FAILED_APPROVALS: WalletApprovals = {
  approvals: [],
  unconfirmed: [],
  events: 0,
  complete: false,
  cut: ['token approvals'],
  unavailable: ['rpc'],
}
const FAILED_RIGHTS: WalletRights = {
  rights: [],
  unconfirmed: [],
  complete: false,
  cut: ['rights beside token approvals'],
  unavailable: ['rpc'],
}

function within(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
